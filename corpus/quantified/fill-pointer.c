// verdict: safe
// twin: fill-pointer-bad.c
// source: own
// about: a pointer walks over the array

#define N 400
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int *p = a + 0; p < a + n; p++)
        *p = 8;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 8;
    return 0;
}
