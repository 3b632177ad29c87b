// verdict: safe
// twin: lexicographic-bad.c
// source: own
// about: an inner counter is set again each time the outer one falls

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
        if (inner < 0 || inner > 20)
            reach_error();
    }
    return 0;
}
