// verdict: unsafe(reach)
// line: 16
// twin: content-exact.c
// source: own
// about: the last element is left out

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    for (int i = 0; i < 9; i++)
        a[i] = 7;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 10 && a[k] != 7)
        reach_error();
    return 0;
}
