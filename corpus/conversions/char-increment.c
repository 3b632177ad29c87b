// verdict: safe
// twin: char-increment-bad.c
// source: own
// about: ++ on a signed char computes in int and wraps when it is stored

extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    signed char s = __VERIFIER_nondet_char();
    if (s < 0 || s > 126)
        return 0;
    s++;
    if (s < 1)
        reach_error();
    return 0;
}
