// verdict: unsafe(reach)
// line: 18
// twin: pointer.c
// source: own
// about: the values add up to 3

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 1;
    int y = 1;
    int *p = &x;
    if (__VERIFIER_nondet_int())
        p = &y;
    *p = 2;
    if (x + y != 2)
        reach_error();
    return 0;
}
