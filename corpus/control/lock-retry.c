// verdict: safe
// twin: lock-retry-bad.c
// source: own
// about: the lock is held exactly if two counters agree, so the invariant relates them to the flag

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
            packets += 1;
        }
    } while (packets != before);
    if (!held)
        reach_error();
    return 0;
}
