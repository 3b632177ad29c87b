// verdict: safe
// twin: conserved-sum-bad.c
// source: own
// about: what one counter loses the other gains

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
    if (left + right != 100)
        reach_error();
    return 0;
}
