// verdict: safe
// engine: mse
// slow: yes
// twin: coherence-bad.c
// source: own
// about: a cache is exclusive only when no other has a copy

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { INVALID, SHARED, EXCLUSIVE };
int cache[N];

int main(void) {
    int owned = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (__VERIFIER_nondet_int()) {
            if (owned == 0 && cache[p] == INVALID)
                cache[p] = SHARED;
        } else if (__VERIFIER_nondet_int()) {
            for (int q = 0; q < n; q++)
                if (cache[q] >= SHARED)
                    cache[q] = INVALID;
            cache[p] = EXCLUSIVE;
            owned = 1;
        } else if (cache[p] == EXCLUSIVE) {
            cache[p] = INVALID;
            owned = 0;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (cache[p] == EXCLUSIVE && cache[q] != INVALID)
        reach_error();
    return 0;
}
