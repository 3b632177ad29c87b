// verdict: safe
// twin: noreturn-bad.c
// source: own
// about: a function without a body that is declared _Noreturn does not return

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
_Noreturn extern void die(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 1) die();
    if (x != 1) reach_error();
    return 0;
}
