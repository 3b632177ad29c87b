// verdict: unsafe(reach)
// line: 23
// twin: swap.c
// source: own
// about: one of the numbers is changed before

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int old = x;
    y &= 255;
    swap(&x, &y);
    if (y != old || x > 254)
        reach_error();
    return 0;
}
