// verdict: safe
// twin: huge-count-bad.c
// source: own
// about: a loop to the largest int, which no unrolling reaches

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    while (i < 2147483647) {
        i += 1;
    }
    return i == 0;
}
