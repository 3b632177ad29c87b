// verdict: safe
// twin: exit-before-error-bad.c
// source: own
// about: exit and abort end the run inside a called function

extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void abort(void);
extern void reach_error(void);

static void leave(int why) {
    if (why > 10)
        exit(1);
    if (why < 10)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    leave(x);
    if (x != 10)
        reach_error();
    return 0;
}
