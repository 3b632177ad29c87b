// verdict: safe
// twin: read-inside-bad.c
// source: own
// about: an assertion speaks of elements that are there

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {0, 0, 0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 0;
    return 0;
}
