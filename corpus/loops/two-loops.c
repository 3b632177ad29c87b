// verdict: safe
// twin: two-loops-bad.c
// source: own
// about: what one loop leaves the next one starts from

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (x < 30 && __VERIFIER_nondet_int())
        x += 1;
    while (x < 70)
        x += 1;
    while (x > 20 && __VERIFIER_nondet_int())
        x -= 1;
    if (x < 20 || x > 70)
        reach_error();
    return 0;
}
