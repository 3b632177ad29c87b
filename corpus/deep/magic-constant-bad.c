// verdict: unsafe(reach)
// line: 15
// twin: magic-constant.c
// source: own
// about: one input of 2^32 fails

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 123456789)
        return 0;
    if (x == 123456789)
        reach_error();
    return 0;
}
