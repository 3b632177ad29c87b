// verdict: safe
// needs: solver
// twin: content-exact-bad.c
// source: own
// about: after a loop has written every element, no old value is left

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = 7;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 10 && a[k] != 7)
        reach_error();
    return 0;
}
