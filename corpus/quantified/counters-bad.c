// verdict: unsafe(reach)
// line: 18
// twin: counters.c
// source: own
// about: at 11

#define N 100
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int count[N] = {0};
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= N)
            return 0;
        if (count[p] > 10)
            reach_error();
        if (count[p] < 11)
            count[p]++;
    }
    return 0;
}
