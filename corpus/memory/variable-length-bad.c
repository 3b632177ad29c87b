// verdict: unsafe(bounds)
// line: 15
// twin: variable-length.c
// source: own
// about: the array is one element too short

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 200)
        return 0;
    int numbers[n - 1];
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    return 0;
}
