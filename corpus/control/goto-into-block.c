// verdict: safe
// twin: goto-into-block-bad.c
// source: own
// about: a jump into a block skips the initialiser but not the later assignment

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int from = 1;
    if (__VERIFIER_nondet_int() > 0) {
        from = 2;
        goto inside;
    }
    {
        int y = 100;
        from = y;
    inside:
        y = from;
        if (y != 100 && y != 2)
            reach_error();
    }
    return 0;
}
