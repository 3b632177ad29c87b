// verdict: safe
// twin: many-calls-bad.c
// source: own
// about: every function calls the next one twice, four thousand activations of the last: too many to inline

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int within(int x) {
    if (x > 100)
        return 100;
    if (x < 0)
        return 0;
    return x;
}

#define TWICE(outer, inner)                   \
    static int outer(int x) {                 \
        int first = inner(x);                 \
        int second = inner(first);            \
        if (second < 0 || second > 100)       \
            reach_error();                    \
        return first < second ? first : second; \
    }

TWICE(f12, within)
TWICE(f11, f12)
TWICE(f10, f11)
TWICE(f9, f10)
TWICE(f8, f9)
TWICE(f7, f8)
TWICE(f6, f7)
TWICE(f5, f6)
TWICE(f4, f5)
TWICE(f3, f4)
TWICE(f2, f3)
TWICE(f1, f2)

int main(void) {
    int r = f1(__VERIFIER_nondet_int());
    if (r < 0 || r > 100)
        reach_error();
    return 0;
}
