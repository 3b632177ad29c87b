// verdict: safe
// engine: mse
// twin: marks-bad.c
// source: own
// about: what was seen is marked

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], seen[16] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 0 || x > 15 ? 0 : x;
    }
    for (int i = 0; i < n; i++)
        seen[a[i]] = 1;
    //@ assert \forall int k; 0 <= k < n ==> seen[a[k]] == 1;
    return 0;
}
