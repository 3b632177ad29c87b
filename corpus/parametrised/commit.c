// verdict: safe
// engine: mse
// twin: commit-bad.c
// source: own
// about: a decision that all follow: nobody commits while another aborts

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { NONE, YES, NO };
int vote[N], done[N];

int main(void) {
    int decision = NONE;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (vote[p] == NONE) {
            vote[p] = __VERIFIER_nondet_int() ? YES : NO;
            if (vote[p] == NO)
                done[p] = NO;
        } else if (decision == NONE) {
            int all = 1;
            for (int q = 0; q < n; q++)
                if (vote[q] != YES && vote[q] != YES)
                    all = 0;
            decision = all == 1 ? YES : NO;
        } else if (done[p] == NONE) {
            done[p] = decision;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (done[p] == YES && done[q] == NO)
        reach_error();
    return 0;
}
