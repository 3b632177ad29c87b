// verdict: unsafe(divzero)
// line: 20
// twin: zero.c
// source: own
// about: dividing by such a field

extern int __VERIFIER_nondet_int(void);

struct config {
    int scale;
    int offset;
    int gain;
};

int main(void) {
    struct config c = {.offset = 4, .scale = 0};
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    return (x + c.offset + c.gain) / c.scale;
}
