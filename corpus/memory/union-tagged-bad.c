// verdict: unsafe(reach)
// line: 31
// twin: union-tagged.c
// source: own
// about: the tag names the other member

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
        v.as.pair.second = 5;
    }
    if ((v.tag == NUMBER ? v.as.number : v.as.pair.first + v.as.pair.second) != 7)
        reach_error();
    return 0;
}
