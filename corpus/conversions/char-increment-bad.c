// verdict: unsafe(reach)
// line: 16
// twin: char-increment.c
// source: own
// about: 127 wraps to -128, which is no overflow but negative

extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    signed char s = __VERIFIER_nondet_char();
    if (s < 0 || s > 127)
        return 0;
    s++;
    if (s < 1)
        reach_error();
    return 0;
}
