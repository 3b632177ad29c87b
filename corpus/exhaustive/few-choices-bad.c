// verdict: unsafe(reach)
// line: 17
// twin: few-choices.c
// source: own
// about: the largest sum is 11

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_bool() ? 8 : 2;
    int b = __VERIFIER_nondet_bool() ? 3 : 1;
    int x = a;
    for (int i = 0; i < b; i++)
        x++;
    if (x > 10)
        reach_error();
    return 0;
}
