// verdict: unsafe(undefined)
// line: 12
// twin: unsequenced-branch.c
// source: own
// about: the second access is behind a condition

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = 1;
    int n = __VERIFIER_nondet_int() % 10;
    int sum = (n > 8 && i++) + i;
    return sum;
}
