// verdict: safe
// twin: deep-bug.c
// source: own
// about: the level stops one short of the error, whatever the mode

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int mode = __VERIFIER_nondet_int();
    int level = 0;
    for (int i = 0; i < 150000; i++) {
        if (mode > 1000 && level < 99999)
            level++;
    }
    if (level == 100000)
        reach_error();
    return 0;
}
