// verdict: safe
// engine: mse
// twin: phases-bad.c
// source: own
// about: nobody is ahead of a gate that waits for all

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int ready[N], passed[N];

int main(void) {
    int gate = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (ready[p] == 0) {
            ready[p] = 1;
        } else if (gate == 1) {
            passed[p] = 1;
        } else {
            int all = 1;
            for (int q = 0; q < n; q++)
                if (ready[q] < 1)
                    all = 0;
            gate = all;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (passed[p] == 1 && ready[q] == 0)
        reach_error();
    return 0;
}
