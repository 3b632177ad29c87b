// verdict: unsafe(reach)
// line: 22
// twin: goto-into-block.c
// source: own
// about: the jump arrives with 5

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
        if (y != 100 && y != 5)
            reach_error();
    }
    return 0;
}
