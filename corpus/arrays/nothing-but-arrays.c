// verdict: unknown
// todo: safe
// engine: dagger
// twin: nothing-but-arrays-bad.c
// source: own
// about: a program without integers, to be roamed

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[3];

int main(void) {
    a[1] = __VERIFIER_nondet_int();
    if (a[2] != 0)
        reach_error();
    return 0;
}
