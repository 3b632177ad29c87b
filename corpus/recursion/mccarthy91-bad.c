// verdict: unsafe(reach)
// line: 20
// twin: mccarthy91.c
// source: own
// about: 101 gives 91, 102 gives 92

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
    if (x <= 102 && result != 91)
        reach_error();
    return 0;
}
