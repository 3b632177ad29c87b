// verdict: safe
// twin: deep-input-path-bad.c
// source: own
// about: the level ends one short of the error, however often the key is repeated

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int level = 0;
    while (level < 9999) {
        int input = __VERIFIER_nondet_int();
        if (input != key)
            return 0;
        level++;
    }
    if (level == 10000 && key > 77)
        reach_error();
    return 0;
}
