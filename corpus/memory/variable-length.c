// verdict: safe
// twin: variable-length-bad.c
// source: own
// about: an array whose length is an input

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 200)
        return 0;
    int numbers[n - 0];
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    return 0;
}
