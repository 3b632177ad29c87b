// verdict: safe
// twin: any-bytes-bad.c
// source: own
// about: __VERIFIER_nondet_memory writes the bytes that it is told to, and no others

void reach_error(void);
extern void __VERIFIER_nondet_memory(void *p, unsigned long n);

int main(void) {
    int a[2] = {7, 7};
    __VERIFIER_nondet_memory(a, 1 * sizeof *a);
    if (a[1] != 7) reach_error();
    return 0;
}
