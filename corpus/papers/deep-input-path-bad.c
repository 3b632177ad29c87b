// verdict: unsafe(reach)
// line: 20
// twin: deep-input-path.c
// source: own
// about: an error after the input has repeated the key 10,000 times

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int level = 0;
    while (level < 10000) {
        int input = __VERIFIER_nondet_int();
        if (input != key)
            return 0;
        level++;
    }
    if (level == 10000 && key > 77)
        reach_error();
    return 0;
}
