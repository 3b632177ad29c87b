// verdict: safe
// engine: mse
// twin: fill-variable-length-bad.c
// source: own
// about: an array whose length is an input

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    int a[n];
    a[0] = 0;
    for (int i = 0; i < n; i++)
        a[i] = 6;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 6;
    return 0;
}
