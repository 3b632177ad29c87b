// verdict: unsafe(reach)
// line: 17
// twin: nested-triangle.c
// source: own
// about: both are 99 at the end

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        n = 100;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            if (j > 98)
                reach_error();
        }
    }
    return 0;
}
