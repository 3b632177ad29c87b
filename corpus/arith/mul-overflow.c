// verdict: safe
// twin: mul-overflow-bad.c
// source: own
// about: the largest square of an int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x >= -46340 && x <= 46340)
        y = x * x;
    return y == 1;
}
