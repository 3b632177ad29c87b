// verdict: unsafe(reach)
// line: 19
// twin: nested-constant.c
// source: own
// about: the inner index may be 19

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int last = 0;
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 20; j++) {
            if (__VERIFIER_nondet_int())
                last = i + j;
        }
    }
    if (last < 0 || last > 27)
        reach_error();
    return 0;
}
