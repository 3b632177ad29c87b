// verdict: unsafe(bounds)
// line: 19
// twin: sentinel-bounds.c
// source: own
// about: there is none

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    a[N - 1] = x + 1;
    int i = 0;
    while (a[i] != x)
        i++;
    return i;
}
