// verdict: safe
// twin: ring-buffer-bad.c
// source: own
// about: the position in a ring buffer wraps around at its end

extern int __VERIFIER_nondet_int(void);

struct ring {
    int data[8];
    int head;
};

static void put(struct ring *r, int value) {
    r->data[r->head] = value;
    r->head++;
    if (r->head == 8)
        r->head = 0;
}

int main(void) {
    struct ring ring = {{0}, 0};
    while (__VERIFIER_nondet_int())
        put(&ring, 1);
    return 0;
}
