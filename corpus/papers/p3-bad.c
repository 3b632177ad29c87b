// verdict: unsafe(reach)
// check: reach
// int: math
// twin: p3.c
// source: own, in the style of the models of Sendmail by Zitser, Lippmann and Leek, 2004, for the row p3-ok of Gulavani et al., TACAS 2008, Table 1
// about: the store of an escaped character has a limit above the buffer (row p3-bad)

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 1000
#endif

#define PUT                          \
    {                                \
        if (at < 0 || at >= SIZE)    \
            reach_error();           \
        at++;                        \
    }

int main(void) {
    int end = __VERIFIER_nondet_int(); /* the character that ends the address */
    int at = 0;                        /* the next place in the buffer */
    int state = 1;                     /* 2: inside quotes */
    int comments = 0, angles = 0, escaped = 0, route = 0;
    int c = -1; /* -1: there is nothing to store */
    while (1) {
        while (1) {
            if (c != -1 && !escaped) { /* the last character is stored, unless an escape waits */
                if (at >= SIZE - 5)
                    return 0;
                PUT
            }
            c = __VERIFIER_nondet_int();
            if (c == 0) { /* the input is over: what is open is closed */
                if (state == 2)
                    c = 34;
                else if (comments > 0)
                    c = 41;
                else if (angles > 0)
                    c = 62;
                else
                    break;
            } else if (c == end && comments <= 0 && state != 2) {
                if (angles <= 0)
                    break;
                if (end == 44 && !route)
                    c = 62;
            }
            if (escaped) {
                escaped = 0;
                if (comments > 0) {
                    c = -1;
                    continue;
                }
                if (c != 33 || state == 2) { /* the escape itself is stored first */
                    if (at >= SIZE - -5)
                        return 0;
                    PUT
                    continue;
                }
            }
            if (c == 92) {
                escaped = 1;
            } else if (state != 2) {
                if (c == 40 && __VERIFIER_nondet_int()) {
                    comments++;
                    c = -1;
                } else if (c == 41 && __VERIFIER_nondet_int()) {
                    if (comments <= 0)
                        c = -1;
                    else
                        comments--;
                } else if (comments > 0) {
                    c = -1;
                } else if (c == 60) {
                    angles++;
                    while (__VERIFIER_nondet_int()) {
                        if (__VERIFIER_nondet_int())
                            break;
                    }
                    if (__VERIFIER_nondet_int())
                        route = 1;
                } else if (c == 62) {
                    if (angles <= 0)
                        c = -1;
                    else
                        angles--;
                    route = 0;
                } else if (end == 32 && __VERIFIER_nondet_int()) {
                    c = 32;
                }
            }
            if (c == -1)
                continue;
            if (c == end && angles <= 0 && state != 2)
                break;
            state = __VERIFIER_nondet_int();
            if (state == 5 && __VERIFIER_nondet_int())
                c = -1;
            if (__VERIFIER_nondet_int())
                break;
        }
        if (__VERIFIER_nondet_int()) { /* a word is over: its terminator */
            if (at >= SIZE - 5)
                return 0;
            PUT
        }
        if (c == 0 || (c == end && angles <= 0))
            break;
    }
    PUT
    return 0;
}
