// verdict: safe
// engine: mse
// twin: init-rounds-bad.c
// source: own
// about: an outer loop initialises again and again

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int rounds = __VERIFIER_nondet_int();
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++)
            a[i] = 0;
        //@ assert \forall int k; 0 <= k < n ==> a[k] == 0;
    }
    return 0;
}
