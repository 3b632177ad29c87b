// verdict: safe
// twin: unsequenced-elements-bad.c
// source: own
// about: two elements of an array are changed in one expression, and they are not the same

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {0, 0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
    int j = (i + 1) % 2;
    int r = a[i]++ + a[j]++;
    return r;
}
