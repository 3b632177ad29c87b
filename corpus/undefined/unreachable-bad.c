// verdict: unsafe(undefined)
// line: 19
// twin: unreachable.c
// source: own
// about: one remainder has no case

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    switch (n % 4) {
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
