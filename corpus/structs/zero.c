// verdict: safe
// twin: zero-bad.c
// source: own
// about: fields that an initialiser leaves out are 0

extern int __VERIFIER_nondet_int(void);

struct config {
    int scale;
    int offset;
    int gain;
};

int main(void) {
    struct config c = {.offset = 4, .scale = 2};
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    return (x + c.offset + c.gain) / c.scale;
}
