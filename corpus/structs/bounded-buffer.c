// verdict: safe
// twin: bounded-buffer-bad.c
// source: own
// about: a length field that never passes the room of its array field

extern int __VERIFIER_nondet_int(void);

struct buffer {
    int used;
    int items[32];
};

static struct buffer queue;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (queue.used >= 32)
            queue.used = 0;
        queue.items[queue.used] = __VERIFIER_nondet_int();
        queue.used++;
    }
    return 0;
}
