// verdict: unsafe(deref)
// line: 11
// twin: compound-literal-again.c
// source: own
// about: a compound literal is followed when its block is gone

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            *p = 1;
        p = (int[]){i, i};
        p[1] = 2;
    }
    return 0;
}
