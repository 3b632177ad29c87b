// verdict: unsafe(reach)
// line: 12
// twin: assertion-inside.c
// source: own
// about: low may be equal to high

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int search(int low, int high) {
    if (high - low < 1)
        reach_error();
    if (low == high)
        return low;
    int middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int())
        return search(low, middle);
    return search(middle + 1, high);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int found = search(0, n);
    if (found < 0 || found > n)
        reach_error();
    return 0;
}
