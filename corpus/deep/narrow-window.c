// verdict: safe
// twin: narrow-window-bad.c
// source: own
// about: a window between two guards that no integer fits

extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x > 77777777777 && x < 77777777778)
        reach_error();
    return 0;
}
