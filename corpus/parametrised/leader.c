// verdict: safe
// engine: mse
// twin: leader-bad.c
// source: own
// about: at most one process takes itself for the leader

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int leader[N];

int main(void) {
    int elected = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (leader[p] == 1) {
            leader[p] = 0;
            elected = 0;
        } else if (elected == 0) {
            leader[p] = 1;
            elected = 1;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (leader[p] == 1 && leader[q] == 1)
        reach_error();
    return 0;
}
