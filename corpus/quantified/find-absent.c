// verdict: safe
// engine: mse
// twin: find-absent-bad.c
// source: own
// about: a flag says that a value does not occur

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == 3)
            found = 1;
    //@ assert found == 0 ==> (\forall int k; 0 <= k < n ==> a[k] != 3);
    return 0;
}
