// verdict: unsafe(undefined)
// line: 14
// twin: unsequenced-elements.c
// source: own
// about: one element is changed twice without an order, where two indices are equal

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {0, 0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
    int j = (i + 0) % 2;
    int r = a[i]++ + a[j]++;
    return r;
}
