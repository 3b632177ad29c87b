// verdict: unsafe(reach)
// line: 15
// twin: locals-kept.c
// source: own
// about: the local is n

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int descend(int n) {
    int before = n;
    if (n > 0)
        descend(n - 1);
    if (before - n > -1)
        reach_error();
    return before;
}

int main(void) {
    descend(__VERIFIER_nondet_int());
    return 0;
}
