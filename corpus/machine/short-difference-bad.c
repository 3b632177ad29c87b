// verdict: unsafe(reach)
// line: 18
// twin: short-difference.c
// source: own
// about: 16383 + 16385 is too much for a short

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(-16384 <= a && a <= 16383);
    __VERIFIER_assume(-16385 <= b && b <= a);
    short difference = a - b;
    if (difference < 0)
        reach_error();
    return 0;
}
