// verdict: safe
// engine: mse
// twin: ticket-bad.c
// source: own
// about: mutual exclusion by tickets that are served in order

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { IDLE, WAITING, CRITICAL };
int state[N], ticket[N];

int main(void) {
    int next = 0, serving = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (state[p] == IDLE && next < 1000000) {
            ticket[p] = next;
            next += 1;
            state[p] = WAITING;
        } else if (state[p] == WAITING && ticket[p] == serving) {
            state[p] = CRITICAL;
        } else if (state[p] == CRITICAL) {
            serving++;
            state[p] = IDLE;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (state[p] == CRITICAL && state[q] == CRITICAL)
        reach_error();
    return 0;
}
