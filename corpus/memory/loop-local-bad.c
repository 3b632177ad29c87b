// verdict: unsafe(deref)
// line: 11
// twin: loop-local.c
// source: own
// about: the pointer is followed in the next round, when the local is gone

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            *p = 1;
        int local = i;
        p = &local;
        *p = 2;
    }
    return 0;
}
