// verdict: unsafe(reach)
// line: 24
// check: reach
// int: math
// twin: jm06.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, JM06: the program of Jhala and McMillan, TACAS 2006, that Blast could not do
// about: the range may be one longer than the space

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int bound = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    int from = __VERIFIER_nondet_int();
    if (k < 0 || k - bound > 1 || from < 0 || from > k)
        return 0;
    int i = from, j = 0;
    while (i < k) {
        i++;
        j++;
    }
    if (j > bound)
        reach_error();
    return 0;
}
