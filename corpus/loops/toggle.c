// verdict: safe
// twin: toggle-bad.c
// source: own
// about: b = 1 - b stays 0 or 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int b = 0;
    while (__VERIFIER_nondet_int())
        b = 1 - b;
    if (b < 0 || b > 1)
        reach_error();
    return 0;
}
