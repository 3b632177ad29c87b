// verdict: unsafe(reach)
// line: 19
// twin: conserved-sum.c
// source: own
// about: the sum is 100

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int left = 100;
    int right = 0;
    while (left > 0 && __VERIFIER_nondet_int()) {
        left--;
        if (right < 1000)
            right++;
    }
    if (left + right != 101)
        reach_error();
    return 0;
}
