// verdict: safe
// twin: unreachable-bad.c
// source: own
// about: all remainders have a case

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    switch (n % 3) {
    case 0:
        return 1;
    case 1:
        return 5;
    case 2:
        return 7;
    default:
        __builtin_unreachable();
    }
}
