// verdict: safe
// twin: magic-constant-bad.c
// source: own
// about: a magic number that the guard before it excludes

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 123456788)
        return 0;
    if (x == 123456789)
        reach_error();
    return 0;
}
