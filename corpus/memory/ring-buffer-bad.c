// verdict: unsafe(bounds)
// line: 15
// twin: ring-buffer.c
// source: own
// about: the position wraps around one too late

extern int __VERIFIER_nondet_int(void);

struct ring {
    int data[8];
    int head;
};

static void put(struct ring *r, int value) {
    r->data[r->head] = value;
    r->head++;
    if (r->head == 9)
        r->head = 0;
}

int main(void) {
    struct ring ring = {{0}, 0};
    while (__VERIFIER_nondet_int())
        put(&ring, 1);
    return 0;
}
