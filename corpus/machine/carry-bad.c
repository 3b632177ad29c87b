// verdict: unsafe(reach)
// line: 16
// twin: carry.c
// source: own
// about: with one more, a carry leaves a sum that is as large as a part

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned sum = a + b + 1;
    unsigned difference = a - b;
    if (sum < a && sum >= b)
        reach_error();
    if (sum >= a && sum < b)
        reach_error();
    if (a >= b && difference > a)
        reach_error();
    if (a < b && difference <= a)
        reach_error();
    return 0;
}
