// verdict: safe
// twin: swap-bad.c
// source: own
// about: two numbers are exchanged through pointers

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
    if (y != old || x > 255)
        reach_error();
    return 0;
}
