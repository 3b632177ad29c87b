// verdict: safe
// twin: element-by-index-bad.c
// source: own
// about: what an element holds depends on its index

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[20] = {0};
    for (int i = 0; i < 20; i++)
        a[i] = 2 * i;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 20 && a[k] != 2 * (int)k)
        reach_error();
    return 0;
}
