// verdict: unknown
// todo: unsafe(reach)
// twin: constant-literals.c
// source: own
// about: two compound literals of `const` type may be stored once; that is not followed

extern void reach_error(void);

int main(void) {
    const int *p = (const int[]){1, 2};
    const int *q = (const int[]){1, 2};
    if (p == q) {
        reach_error();
    }
    return 0;
}
