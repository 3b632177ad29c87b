// verdict: safe
// data-model: lp64
// twin: shift-long-bad.c
// source: own
// about: an unsigned long of lp64 can be shifted by 40

extern void reach_error(void);

int main(void) {
    unsigned long one = 1;
    unsigned long big = one << 40;
    if (big == 0)
        reach_error();
    return 0;
}
