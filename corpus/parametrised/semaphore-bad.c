// verdict: unsafe(reach)
// engine: mse
// line: 35
// twin: semaphore.c
// source: own
// about: the owner is not asked

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int holds[N];

int main(void) {
    int owner = -1;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (owner == -1) {
            owner = p;
            holds[p] = 1;
        } else if (owner == p && holds[p] == 1) {
            holds[p] = 1;
            owner = -1;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (holds[p] == 1 && holds[q] == 1)
        reach_error();
    return 0;
}
