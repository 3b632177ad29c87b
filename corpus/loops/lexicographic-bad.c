// verdict: unsafe(reach)
// line: 21
// twin: lexicographic.c
// source: own
// about: the inner counter may be 20

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int outer = 10;
    int inner = 20;
    while (outer > 0) {
        if (inner > 0 && __VERIFIER_nondet_int()) {
            inner--;
        } else {
            outer--;
            inner = 20;
        }
        if (inner < 0 || inner > 19)
            reach_error();
    }
    return 0;
}
