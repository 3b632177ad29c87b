// verdict: safe
// twin: by-address-bad.c
// source: own
// about: a function writes through a pointer what is read afterwards

extern int __VERIFIER_nondet_int(void);

static void set(int *p, int c) {
    if (c > 0)
        *p = c;
}

int main(void) {
    int x, c = __VERIFIER_nondet_int();
    set(&x, c);
    if (c > 0)
        return x == 7;
    return 0;
}
