// verdict: safe
// engine: mse
// twin: sentinel-bounds-bad.c
// source: own
// about: only the sentinel keeps the index inside

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    a[N - 1] = x + 0;
    int i = 0;
    while (a[i] != x)
        i++;
    return i;
}
