// verdict: unsafe(reach)
// line: 14
// twin: noreturn.c
// source: own
// about: behind a function that is declared _Noreturn only other inputs are left

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
_Noreturn extern void die(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 1) die();
    if (x != 2) reach_error();
    return 0;
}
