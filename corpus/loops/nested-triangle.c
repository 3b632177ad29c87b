// verdict: safe
// twin: nested-triangle-bad.c
// source: own
// about: the bound of the inner loop is the outer index

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        n = 100;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            if (j > 99)
                reach_error();
        }
    }
    return 0;
}
