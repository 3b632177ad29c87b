// verdict: unsafe(init)
// line: 18
// twin: by-address.c
// source: own
// about: a function may return without having written through its pointer

extern int __VERIFIER_nondet_int(void);

static void set(int *p, int c) {
    if (c > 0)
        *p = c;
}

int main(void) {
    int x, c = __VERIFIER_nondet_int();
    set(&x, c);
    if (c > -1)
        return x == 7;
    return 0;
}
