// verdict: unsafe(reach)
// line: 13
// twin: any-bytes.c
// source: own
// about: __VERIFIER_nondet_memory writes all elements

void reach_error(void);
extern void __VERIFIER_nondet_memory(void *p, unsigned long n);

int main(void) {
    int a[2] = {7, 7};
    __VERIFIER_nondet_memory(a, 2 * sizeof *a);
    if (a[1] != 7) reach_error();
    return 0;
}
