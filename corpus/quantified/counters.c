// verdict: safe
// engine: mse
// twin: counters-bad.c
// source: own
// about: any number of steps on counters that saturate

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
        if (count[p] < 10)
            count[p]++;
    }
    return 0;
}
