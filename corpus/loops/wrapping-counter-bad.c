// verdict: unsafe(reach)
// line: 15
// twin: wrapping-counter.c
// source: own
// about: it visits 255

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = 0;
    while (__VERIFIER_nondet_int()) {
        c++;
        if (c > 254)
            reach_error();
    }
    return 0;
}
