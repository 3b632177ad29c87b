// verdict: safe
// twin: unsequenced-branch-bad.c
// source: own
// about: the branch with the second access is never taken

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = 1;
    int n = __VERIFIER_nondet_int() % 10;
    int sum = (n > 9 && i++) + i;
    return sum;
}
