// verdict: safe
// twin: ring-buffer-bad.c
// source: own
// about: head and tail of a ring buffer

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int ring[8] = {0};
    int head = 0;
    int tail = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            ring[head] = 1;
            head = (head + 1) % 8;
        } else {
            ring[tail] = 0;
            tail = tail == 7 ? 0 : tail + 1;
        }
    }
    return ring[0];
}
