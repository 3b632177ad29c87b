// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: fill-function.c
// source: own
// about: it is called with another value

#define N 400
extern int __VERIFIER_nondet_int(void);

void fill(int *a, int n, int value) {
    for (int i = 0; i < n; i++)
        a[i] = value;
}

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    fill(a, n, 4);
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 3;
    return 0;
}
