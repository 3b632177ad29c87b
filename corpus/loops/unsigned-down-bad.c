// verdict: unsafe(bounds)
// line: 12
// twin: unsigned-down.c
// source: own
// about: it starts one too high

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    for (unsigned i = 11; i-- > 0;)
        a[i] = __VERIFIER_nondet_int();
    return a[0] == 1;
}
