// verdict: unsafe(reach)
// line: 15
// twin: nested-conditions.c
// source: own
// about: they leave one value

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x >= 10 && (y == 3 || y == 4)) {
        if (!(x > 10) || (y != 3 && y != 4))
            reach_error();
    }
    return 0;
}
