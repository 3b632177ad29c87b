// verdict: unsafe(reach)
// line: 16
// twin: count-to-constant.c
// source: own
// about: the counter ends at 1000

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seed = __VERIFIER_nondet_int();
    int i = 0;
    while (i < 1000)
        i++;
    if (i != 999)
        reach_error();
    return seed == i;
}
