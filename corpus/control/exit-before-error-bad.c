// verdict: unsafe(reach)
// line: 23
// twin: exit-before-error.c
// source: own
// about: one value is let through

extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void abort(void);
extern void reach_error(void);

static void leave(int why) {
    if (why > 10)
        exit(1);
    if (why < 9)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    leave(x);
    if (x != 10)
        reach_error();
    return 0;
}
