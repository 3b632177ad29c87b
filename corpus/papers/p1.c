// verdict: safe
// check: reach
// int: math
// twin: p1-bad.c
// source: own, in the style of the models of Sendmail by Zitser, Lippmann and Leek, 2004, for the row p1-ok of Gulavani et al., TACAS 2008, Table 1
// about: an address is copied; the limit falls with each open bracket and rises with each closed one

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 401
#endif

/* One character goes to out[at]; the array itself is left out. */
#define PUT                          \
    {                                \
        if (at < 0 || at >= SIZE)    \
            reach_error();           \
        at++;                        \
    }

int main(void) {
    int at = 0;           /* the next place in the buffer */
    int room = SIZE - 1;  /* copying stops here: what is above is kept for closing characters */
    int open = 0;         /* the closing characters that are owed */
    int quoted = 0;
    while (1) {
        int c = __VERIFIER_nondet_int();
        if (c == 0)
            break;
        if (c == 92) { /* an escape: the next character is copied as it is */
            if (at < room)
                PUT
            c = __VERIFIER_nondet_int();
            if (c == 0)
                break;
            if (at < room)
                PUT
            continue;
        }
        if (c == 34) {
            quoted = !quoted;
            if (at < room)
                PUT
            continue;
        }
        if (quoted) {
            if (at < room)
                PUT
            continue;
        }
        if (c == 40 || c == 60) { /* a comment or an address is opened: its end is owed */
            if (at < room) {
                room--;
                open++;
                if (at < room)
                    PUT
            }
            while (__VERIFIER_nondet_int()) { /* blanks are folded */
                if (__VERIFIER_nondet_int() && at < room)
                    PUT
            }
            continue;
        }
        if (c == 41 || c == 62) { /* it is closed: what was kept is free again */
            if (open > 0) {
                room++;
                open--;
                if (at < room)
                    PUT
            }
            continue;
        }
        if (c == 58) { /* a group name: what was copied is thrown away, with quotes if need be */
            at = 0;
            if (__VERIFIER_nondet_int() && at < room)
                PUT
            while (__VERIFIER_nondet_int()) {
                if (at < room)
                    PUT
                else
                    break;
            }
            continue;
        }
        if (at < room)
            PUT
    }
    while (open > 0) { /* what is owed is paid */
        PUT
        open--;
    }
    PUT
    return 0;
}
