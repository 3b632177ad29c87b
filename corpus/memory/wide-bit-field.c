// verdict: safe
// twin: wide-bit-field-bad.c
// source: own
// about: a bit-field of forty bits holds what int does not

struct counter {
    unsigned long ticks : 40;
    unsigned long rest : 24;
};

int main(void) {
    struct counter c = {0, 3};
    c.ticks = 1UL << 39;
    return (int)(c.rest / c.ticks);
}
