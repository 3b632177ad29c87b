// verdict: safe
// twin: locals-kept-bad.c
// source: own
// about: locals of the caller are as before when a call has returned

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int descend(int n) {
    int before = n;
    if (n > 0)
        descend(n - 1);
    if (before - n > 0)
        reach_error();
    return before;
}

int main(void) {
    descend(__VERIFIER_nondet_int());
    return 0;
}
