// verdict: safe
// twin: unsigned-down-bad.c
// source: own
// about: the idiom i-- > 0 counts an unsigned index down to 0

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    for (unsigned i = 10; i-- > 0;)
        a[i] = __VERIFIER_nondet_int();
    return a[0] == 1;
}
