// verdict: safe
// engine: mse
// slow: yes
// twin: coherence-directory-bad.c
// source: own
// about: a directory knows who has a copy

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { INVALID, SHARED, EXCLUSIVE };
int cache[N], listed[N];

int main(void) {
    int exclusive = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        int request = __VERIFIER_nondet_int();
        if (request == 1 && exclusive == 0) {
            cache[p] = SHARED;
            listed[p] = 1;
        } else if (request == 2 && listed[p] == 1) {
            if (cache[p] == EXCLUSIVE)
                exclusive = 0;
            cache[p] = INVALID;
            listed[p] = 0;
        } else if (request == 3) {
            int free = 1;
            for (int q = 0; q < n; q++)
                if (listed[q] == 1)
                    free = 0;
            if (free == 1) {
                cache[p] = EXCLUSIVE;
                listed[p] = 1;
                exclusive = 1;
            }
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (cache[p] == EXCLUSIVE && cache[q] != INVALID)
        reach_error();
    return 0;
}
