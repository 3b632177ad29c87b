// verdict: unsafe(reach)
// line: 17
// data-model: ilp32
// twin: mixed-long-comparison.c
// source: own
// about: the same program: in ilp32 both sides become unsigned long

extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x < -5 || x > -1)
        return 0;
    unsigned one = 1;
    if (!(x < one))
        reach_error();
    return 0;
}
