// verdict: safe
// twin: mccarthy91-bad.c
// source: own
// about: McCarthy's function: the contract has two cases

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f91(int x) {
    if (x > 100)
        return x - 10;
    return f91(f91(x + 11));
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int result = f91(x);
    if (x <= 101 && result != 91)
        reach_error();
    return 0;
}
