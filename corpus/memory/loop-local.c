// verdict: safe
// twin: loop-local-bad.c
// source: own
// about: a pointer to a local of the loop's body is followed in the same round only

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 2)
            *p = 1;
        int local = i;
        p = &local;
        *p = 2;
    }
    return 0;
}
