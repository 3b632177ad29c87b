// verdict: unsafe(divzero)
// line: 15
// twin: wide-bit-field.c
// source: own
// about: the value leaves the forty bits of the field, and zero is left

struct counter {
    unsigned long ticks : 40;
    unsigned long rest : 24;
};

int main(void) {
    struct counter c = {0, 3};
    c.ticks = 1UL << 40;
    return (int)(c.rest / c.ticks);
}
