// verdict: safe
// twin: nested-conditions-bad.c
// source: own
// about: guards that together leave nothing

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x >= 10 && (y == 3 || y == 4)) {
        if (!(x > 9) || (y != 3 && y != 4))
            reach_error();
    }
    return 0;
}
