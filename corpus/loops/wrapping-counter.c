// verdict: safe
// twin: wrapping-counter-bad.c
// source: own
// about: a byte that wraps stays a byte for ever

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = 0;
    while (__VERIFIER_nondet_int()) {
        c++;
        if (c > 255)
            reach_error();
    }
    return 0;
}
