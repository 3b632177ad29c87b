// verdict: safe
// needs: solver
// twin: union-tagged-bad.c
// source: own
// about: the member of a union that is read is the one that the tag names

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct value {
    enum { NUMBER, PAIR } tag;
    union {
        long number;
        struct {
            int first, second;
        } pair;
    } as;
};

int main(void) {
    struct value v;
    if (__VERIFIER_nondet_int()) {
        v.tag = NUMBER;
        v.as.number = 7;
    } else {
        v.tag = PAIR;
        v.as.pair.first = 3;
        v.as.pair.second = 4;
    }
    if ((v.tag == NUMBER ? v.as.number : v.as.pair.first + v.as.pair.second) != 7)
        reach_error();
    return 0;
}
