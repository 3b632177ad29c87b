// verdict: unsafe(deref)
// line: 12
// twin: loop-local-again.c
// source: own
// about: in the next round the body has a new local, and the pointer to the old one is followed

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int local = i;
        if (i == 1)
            *p = 1;
        p = &local;
        *p = 2;
    }
    return 0;
}
