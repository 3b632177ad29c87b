// verdict: unsafe(reach)
// line: 20
// twin: chosen.c
// source: own
// about: the second one has 9

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct range {
    int low;
    int high;
};

int main(void) {
    struct range small = {1, 4};
    struct range large = {5, 9};
    struct range r = __VERIFIER_nondet_int() ? small : large;
    if (r.high - r.low != 3)
        reach_error();
    return 0;
}
