// verdict: unsafe(reach)
// check: reach
// int: math
// twin: p2-primed.c
// source: own, in the style of the models of Sendmail by Zitser, Lippmann and Leek, 2004, for the row p2-ok' of Gulavani et al., TACAS 2008, Table 1
// about: two characters are taken back from a line that may have one

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 101
#endif

#define IN_RANGE                     \
    if (at < 0 || at >= SIZE)        \
        reach_error();

/* A decoded byte goes to line[at]; a full line, or one that ends here, is flushed without its line end. */
#define PUT(ends)                                    \
    {                                                \
        IN_RANGE                                     \
        at++;                                        \
        if (__VERIFIER_nondet_int() || at >= SIZE) { \
            if (at > (ends)) {                       \
                at--;                                \
                IN_RANGE                             \
                if (__VERIFIER_nondet_int()) {       \
                    at++;                            \
                } else {                             \
                    at--;                            \
                    IN_RANGE                         \
                    if (__VERIFIER_nondet_int())     \
                        at++;                        \
                }                                    \
            }                                        \
            at = 0;                                  \
        }                                            \
    }

/* The next character that counts: blanks are skipped. */
#define NEXT(c)                              \
    c = __VERIFIER_nondet_int();             \
    while (c == 32) {                        \
        c = __VERIFIER_nondet_int();         \
        if (__VERIFIER_nondet_int())         \
            break;                           \
    }

int main(void) {
    int at = 0;
    int c1, c2, c3, c4;
    while (1) {
        __VERIFIER_assume(at >= 0);
        NEXT(c1)
        if (c1 == -1)
            break;
        NEXT(c2)
        if (c2 == -1)
            break;
        NEXT(c3)
        if (c3 == -1)
            break;
        NEXT(c4)
        if (c4 == -1)
            break;
        if (c1 == 61 || c2 == 61)
            continue;
        PUT(0)
        if (c3 == 61)
            continue;
        PUT(1)
        if (c4 == 61)
            continue;
        PUT(1)
    }
    if (at > 0) {
        at--;
        IN_RANGE
    }
    return 0;
}
