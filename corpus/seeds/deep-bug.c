// verdict: unsafe(reach)
// line: 18
// twin: deep-bug-safe.c
// source: own
// about: an error after 100,000 iterations on a path that depends on an input

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int mode = __VERIFIER_nondet_int();
    int level = 0;
    for (int i = 0; i < 150000; i++) {
        if (mode > 1000 && level < 100000)
            level++;
    }
    if (level == 100000)
        reach_error();
    return 0;
}
