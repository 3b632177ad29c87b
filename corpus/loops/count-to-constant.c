// verdict: safe
// twin: count-to-constant-bad.c
// source: own
// about: the simplest loop invariant

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seed = __VERIFIER_nondet_int();
    int i = 0;
    while (i < 1000)
        i++;
    if (i != 1000)
        reach_error();
    return seed == i;
}
