// verdict: safe
// twin: add-range-bad.c
// source: own
// about: the range of a sum

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -1000 && x <= 1000);
    __VERIFIER_assume(y >= -1000 && y <= 1000);
    int z = x + y;
    if (z > 2000 || z < -2000)
        reach_error();
    return 0;
}
