// verdict: unsafe(reach)
// engine: mse
// line: 36
// twin: token.c
// source: own
// about: the token is passed on by who works as well

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int working[N];

int main(void) {
    int token = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (token == p && working[p] < 2) {
            if (__VERIFIER_nondet_int())
                working[p] = 1;
            else
                token = p + 1 < n ? p + 1 : 0;
        } else if (working[p] == 1) {
            working[p] = 0;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (working[p] == 1 && working[q] == 1)
        reach_error();
    return 0;
}
