// verdict: unsafe(reach)
// engine: mse
// line: 35
// twin: token-flags.c
// source: own
// about: the old flag stays

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int token[N];

int main(void) {
    token[0] = 1;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        int to = __VERIFIER_nondet_int();
        if (to < 0 || to >= n)
            return 0;
        if (token[p] == 1) {
            token[p] = 1;
            token[to] = 1;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (token[p] == 1 && token[q] == 1)
        reach_error();
    return 0;
}
