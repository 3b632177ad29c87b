// verdict: unsafe(reach)
// line: 26
// twin: global-counter.c
// source: own
// about: the counter starts at 5

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int steps;

static void walk(int n) {
    if (n <= 0)
        return;
    steps++;
    walk(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    steps = 5;
    walk(n);
    if (steps != n + 6)
        reach_error();
    return 0;
}
