// verdict: unsafe(bounds)
// line: 20
// twin: bounded-buffer.c
// source: own
// about: the test lets one too many in

extern int __VERIFIER_nondet_int(void);

struct buffer {
    int used;
    int items[32];
};

static struct buffer queue;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (queue.used >= 33)
            queue.used = 0;
        queue.items[queue.used] = __VERIFIER_nondet_int();
        queue.used++;
    }
    return 0;
}
