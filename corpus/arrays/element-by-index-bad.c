// verdict: unsafe(reach)
// line: 16
// twin: element-by-index.c
// source: own
// about: element 3 is 6

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[20] = {0};
    for (int i = 0; i < 20; i++)
        a[i] = 2 * i;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 20 && a[k] != 3 * (int)k)
        reach_error();
    return 0;
}
