// verdict: unsafe(overflow)
// line: 12
// twin: huge-count.c
// source: own
// about: one step in two leads past the largest int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    while (i < 2147483647) {
        i += 2;
    }
    return i == 0;
}
