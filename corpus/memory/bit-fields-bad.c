// verdict: unsafe(reach)
// line: 20
// twin: bit-fields.c
// source: own
// about: the sum does not fit into the bits

extern void reach_error(void);

struct flags {
    unsigned ready : 1;
    unsigned level : 3;
    int offset : 4;
};

int main(void) {
    struct flags f = {1, 5, -3};
    struct flags *p = &f;
    p->level += 3;
    if (p->level != 7 || p->offset != -3 || p->ready != 1)
        reach_error();
    return 0;
}
