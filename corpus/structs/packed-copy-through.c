// verdict: safe
// twin: packed-copy-through-bad.c
// source: own
// about: packed records are assigned through pointers: their members may lie anywhere

extern void reach_error(void);

struct __attribute__((packed)) frame {
    short kind;
    long length;
    short sum;
};

static void receive(struct frame *to, const struct frame *from) {
    *to = *from;
}

int main(void) {
    struct frame sent, got;
    struct frame *p = &sent;
    *p = (struct frame){1, 70000, 3};
    receive(&got, p);
    if (got.length != 70000 || got.sum != 3)
        reach_error();
    return 0;
}
