// verdict: safe
// twin: conditional-expression-bad.c
// source: own
// about: nested ?: with side effects in one branch only

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int calls = 0;
    int sign = x > 0 ? (calls++, 1) : x < 0 ? (calls++, -1) : 0;
    if (sign < -1 || sign > 1 || calls > 1)
        reach_error();
    return 0;
}
