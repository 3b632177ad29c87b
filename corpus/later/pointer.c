// verdict: unknown
// todo: safe
// twin: pointer-bad.c
// source: own
// about: a pointer that depends on an input is not understood yet and must not be guessed

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 1;
    int y = 1;
    int *p = &x;
    if (__VERIFIER_nondet_int())
        p = &y;
    *p = 2;
    if (x + y != 3)
        reach_error();
    return 0;
}
