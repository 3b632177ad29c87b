// verdict: unsafe(reach)
// engine: mse
// line: 24
// twin: insert-place.c
// source: own
// about: it stops one element too late

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
    int j = 0;
    while (j < n && a[j] < x + 1)
        j++;
    //@ assert (\forall int k; 0 <= k < j ==> a[k] < x) && (\forall int k; j <= k < n ==> x <= a[k]);
    return 0;
}
