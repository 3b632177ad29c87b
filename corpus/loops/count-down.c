// verdict: safe
// twin: count-down-bad.c
// source: own
// about: a loop that counts down from a symbolic start

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        n = 0;
    while (n > 0)
        n--;
    if (n != 0)
        reach_error();
    return 0;
}
