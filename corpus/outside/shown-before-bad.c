// verdict: unsafe(reach)
// line: 18
// check: reach
// twin: shown-before.c
// source: own
// about: what was shown once is written by later functions without a body

void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void foo(int *p);
extern void bar(void);

int main(void) {
    int x, c = __VERIFIER_nondet_int();
    if (c == 3) foo(&x);
    x = 1;
    bar();
    if (c == 3 && x != 1) reach_error();
    return 0;
}
