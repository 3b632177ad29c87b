// verdict: unsafe(reach)
// line: 16
// twin: store-short.c
// source: own
// about: 32768 becomes -32768

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 32768)
        return 0;
    short s = x;
    if (s < 0)
        reach_error();
    return 0;
}
