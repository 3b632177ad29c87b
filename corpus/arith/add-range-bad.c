// verdict: unsafe(reach)
// line: 18
// twin: add-range.c
// source: own
// about: the largest sum is missed by one

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -1000 && x <= 1000);
    __VERIFIER_assume(y >= -1000 && y <= 1000);
    int z = x + y;
    if (z > 1999 || z < -2000)
        reach_error();
    return 0;
}
