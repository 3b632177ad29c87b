// verdict: unsafe(reach)
// line: 20
// twin: pair-of-counters.c
// source: own
// about: one byte is set to another value when the other wraps

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char slow = 0;
    unsigned char fast = 0;
    while (__VERIFIER_nondet_uchar()) {
        slow++;
        fast += 2;
        if (slow == 0)
            fast = 1;
    }
    if (fast != (unsigned char)(2 * slow))
        reach_error();
    return 0;
}
