// verdict: unsafe(bounds)
// line: 15
// twin: ring-buffer.c
// source: own
// about: the head runs one too far

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int ring[8] = {0};
    int head = 0;
    int tail = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            ring[head] = 1;
            head = (head + 1) % 9;
        } else {
            ring[tail] = 0;
            tail = tail == 7 ? 0 : tail + 1;
        }
    }
    return ring[0];
}
