// verdict: safe
// twin: two-exits-bad.c
// source: own
// about: a loop left by its condition or by break

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100) {
        if (__VERIFIER_nondet_int() && i >= 64)
            break;
        i++;
    }
    if (i < 64 || i > 100)
        reach_error();
    return 0;
}
