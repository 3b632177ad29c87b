// verdict: unsafe(reach)
// line: 15
// engine: dagger
// twin: nothing-but-arrays.c
// source: own
// about: a program without integers: the element that is read is the one that was chosen

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[3];

int main(void) {
    a[1] = __VERIFIER_nondet_int();
    if (a[1] != 0)
        reach_error();
    return 0;
}
