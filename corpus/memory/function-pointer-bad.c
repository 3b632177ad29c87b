// verdict: unsafe(reach)
// line: 18
// twin: function-pointer.c
// source: own
// about: one of the functions returns too much

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int half(int n) { return n / 2; }
static int third(int n) { return n / 3; }

static int apply(int (*f)(int), int n) { return f(n); }

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? half : &third;
    if (apply(f, 102) > 50)
        reach_error();
    return 0;
}
