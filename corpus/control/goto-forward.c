// verdict: safe
// twin: goto-forward-bad.c
// source: own
// about: one exit for several errors

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int code = 0;
    if (__VERIFIER_nondet_int()) {
        code = 1;
        goto out;
    }
    if (__VERIFIER_nondet_int()) {
        code = 2;
        goto out;
    }
    code = 0;
out:
    if (code > 2)
        reach_error();
    return code;
}
