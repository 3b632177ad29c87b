// verdict: safe
// twin: pair-of-counters-bad.c
// source: own
// about: one byte counts twice as fast as the other, around and around

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char slow = 0;
    unsigned char fast = 0;
    while (__VERIFIER_nondet_uchar()) {
        slow++;
        fast += 2;
        if (slow == 0)
            fast = 0;
    }
    if (fast != (unsigned char)(2 * slow))
        reach_error();
    return 0;
}
