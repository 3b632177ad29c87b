// verdict: unsafe(reach)
// line: 15
// twin: conditional-expression.c
// source: own
// about: the middle range gives 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int calls = 0;
    int sign = x > 0 ? (calls++, 1) : x < 0 ? (calls++, -1) : 2;
    if (sign < -1 || sign > 1 || calls > 1)
        reach_error();
    return 0;
}
