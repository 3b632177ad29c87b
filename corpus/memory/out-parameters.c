// verdict: safe
// twin: out-parameters-bad.c
// source: own
// about: a function returns two results through pointers

extern int __VERIFIER_nondet_int(void);

static int measure(int n, int *quotient, int *rest) {
    if (n < 0)
        return 0;
    *quotient = n / 7;
    *rest = n % 7 + 1;
    return 1;
}

int main(void) {
    int q, r;
    if (!measure(__VERIFIER_nondet_int(), &q, &r))
        return 0;
    return q / r > 1;
}
