// verdict: safe
// twin: loop-local-again-bad.c
// source: own
// about: a pointer to a local of the loop's body is followed in the same round only

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int local = i;
        if (i == 2)
            *p = 1;
        p = &local;
        *p = 2;
    }
    return 0;
}
