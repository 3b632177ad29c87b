// verdict: unsafe(reach)
// line: 25
// twin: lock-retry.c
// source: own
// about: the counters agree after a release

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int held = 0;
    unsigned packets = 0;
    unsigned before;
    do {
        if (held)
            reach_error();
        held = 1;
        before = packets;
        if (__VERIFIER_nondet_int()) {
            held = 0;
            packets += 0;
        }
    } while (packets != before);
    if (!held)
        reach_error();
    return 0;
}
