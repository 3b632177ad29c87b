// verdict: unsafe(reach)
// line: 23
// twin: goto-forward.c
// source: own
// about: the second failure has the code 2

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
    if (code > 1)
        reach_error();
    return code;
}
