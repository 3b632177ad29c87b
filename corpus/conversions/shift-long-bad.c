// verdict: unsafe(shift)
// line: 12
// data-model: ilp32
// twin: shift-long.c
// source: own
// about: the same program: in ilp32 it has 32 bits

extern void reach_error(void);

int main(void) {
    unsigned long one = 1;
    unsigned long big = one << 40;
    if (big == 0)
        reach_error();
    return 0;
}
