// verdict: safe
// twin: carry-bad.c
// source: own
// about: a sum is smaller than one of its parts exactly if it wrapped, and then smaller than both

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned sum = a + b + 0;
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
