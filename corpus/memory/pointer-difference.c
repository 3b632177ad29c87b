// verdict: safe
// twin: pointer-difference-bad.c
// source: own
// about: the difference of pointers counts elements

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    long numbers[20] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 20)
        return 0;
    long *p = numbers + i;
    long *q = &numbers[0];
    if (p - q != i)
        reach_error();
    return 0;
}
