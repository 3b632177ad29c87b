// verdict: safe
// check: reach
// twin: shown-before-bad.c
// source: own
// about: what was not shown to a function without a body is its own

void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void foo(int *p);
extern void bar(void);

int main(void) {
    int x, c = __VERIFIER_nondet_int();
    if (c == 3) foo(&x);
    x = 1;
    bar();
    if (c != 3 && x != 1) reach_error();
    return 0;
}
