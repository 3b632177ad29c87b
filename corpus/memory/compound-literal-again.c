// verdict: safe
// twin: compound-literal-again-bad.c
// source: own
// about: a compound literal is followed in the block it belongs to

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 2)
            *p = 1;
        p = (int[]){i, i};
        p[1] = 2;
    }
    return 0;
}
