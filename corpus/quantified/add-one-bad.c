// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: add-one.c
// source: own
// about: two larger

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 1000 ? x : 0;
    }
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 2;
    //@ assert \forall int k; 0 <= k < n ==> b[k] == a[k] + 1;
    return 0;
}
