// verdict: unsafe(reach)
// line: 27
// twin: many-calls.c
// source: own
// about: the last of many functions gives one too much

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int within(int x) {
    if (x > 100)
        return 101;
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
