// verdict: unsafe(reach)
// line: 18
// twin: truncated-byte.c
// source: own
// about: 256 becomes 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= y && y <= 256);
    unsigned char a = (unsigned char)x;
    unsigned char b = (unsigned char)y;
    if (a > b)
        reach_error();
    return 0;
}
