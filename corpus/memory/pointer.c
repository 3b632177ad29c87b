// verdict: safe
// twin: pointer-bad.c
// source: own
// about: a pointer to one of two variables, as an input chooses

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
