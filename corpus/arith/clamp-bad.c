// verdict: unsafe(reach)
// line: 21
// twin: clamp.c
// source: own
// about: the range is larger than what is asked for

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int main(void) {
    int level = clamp(__VERIFIER_nondet_int(), -50, 51);
    if (level < -50 || level > 50)
        reach_error();
    return 0;
}
