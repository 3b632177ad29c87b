// verdict: safe
// twin: add-overflow-bad.c
// source: own
// about: the largest int has no successor, all others have

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647)
        x = x + 1;
    return x == 0;
}
