// verdict: safe
// twin: function-pointer-bad.c
// source: own
// about: a function is called through a pointer that an input has chosen

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int half(int n) { return n / 2; }
static int third(int n) { return n / 3; }

static int apply(int (*f)(int), int n) { return f(n); }

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? half : &third;
    if (apply(f, 100) > 50)
        reach_error();
    return 0;
}
