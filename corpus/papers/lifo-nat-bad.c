// verdict: unsafe(reach)
// line: 82
// check: reach
// int: math
// twin: lifo-nat.c
// source: StInG example LIFO-NAT (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: a line is taken from b although there may be none

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int idle = __VERIFIER_nondet_int();
    int sa = 0, ea = 0, ma = 0; /* lines shared, exclusive, modified: memory a */
    int sb = 0, eb = 0, mb = 0; /* the same: memory b */
    __VERIFIER_assume(idle >= 1);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { /* a line of b comes to a */
            __VERIFIER_assume(sb >= 1);
            sb -= 1;
            sa = ea + ma + 1;
            ea = 0;
            ma = 0;
        } else if (__VERIFIER_nondet_int()) { /* an idle line reads a */
            __VERIFIER_assume(idle >= 1);
            idle -= 1;
            sa += ea + ma + 1;
            ea = 0;
            ma = 0;
        } else if (__VERIFIER_nondet_int()) { /* an idle line reads b */
            __VERIFIER_assume(idle >= 1);
            idle -= 1;
            sb += eb + mb + 1;
            eb = 0;
            mb = 0;
        } else if (__VERIFIER_nondet_int()) { /* a line of a comes to b */
            __VERIFIER_assume(sa >= 1);
            sa -= 1;
            sb += eb + mb + 1;
            eb = 0;
            mb = 0;
        } else if (__VERIFIER_nondet_int()) { /* a line of a wants it alone */
            __VERIFIER_assume(sa >= 1);
            idle += sa + ea + ma;
            sa = 0;
            ea = 1;
            ma = 0;
        } else if (__VERIFIER_nondet_int()) { /* a line of b wants a alone */
            __VERIFIER_assume(sb >= 0);
            sb -= 1;
            idle += sa + ea + ma;
            sa = 0;
            ea = 1;
            ma = 0;
        } else if (__VERIFIER_nondet_int()) { /* a line of b wants it alone */
            __VERIFIER_assume(sb >= 1);
            idle += sb + eb + mb;
            sb = 0;
            eb = 1;
            mb = 0;
        } else if (__VERIFIER_nondet_int()) { /* a line of a wants b alone */
            __VERIFIER_assume(sa >= 1);
            sa -= 1;
            idle += sb + eb + mb;
            sb = 0;
            eb = 1;
            mb = 0;
        } else if (__VERIFIER_nondet_int()) { /* a is written */
            __VERIFIER_assume(ea >= 1);
            ea -= 1;
            ma += 1;
        } else { /* b is written */
            __VERIFIER_assume(eb >= 1);
            eb -= 1;
            mb += 1;
        }
    }
    if (ea + ma > 1 || eb + mb > 1)
        reach_error();
    if (idle < 0 || sa < 0 || ea < 0 || ma < 0 || sb < 0 || eb < 0 || mb < 0)
        reach_error();
    if (idle + sa + ea + ma + sb + eb + mb < 1)
        reach_error();
    return 0;
}
