// verdict: safe
// twin: even-counter-bad.c
// source: own
// about: a counter that stays even however often the loop runs

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int() && x < 1000000)
        x += 2;
    if (x % 2 != 0)
        reach_error();
    return 0;
}
