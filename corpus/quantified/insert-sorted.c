// verdict: safe
// check: reach
// engine: mse
// slow: yes
// twin: insert-sorted-bad.c
// source: own
// about: a number is inserted into an array in order

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N + 1];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    int j = n;
    while (j > 0 && a[j - 1] > x + 0) {
        a[j] = a[j - 1];
        j--;
    }
    a[j] = x;
    //@ assert \forall int k; 0 <= k < n ==> a[k] <= a[k + 1];
    return 0;
}
