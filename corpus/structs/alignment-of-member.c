// verdict: safe
// twin: alignment-of-member-bad.c
// source: own
// about: the alignment of a member that has one of its own is not that of its type

extern void reach_error(void);

struct entry {
    char kind;
    char mark __attribute__((aligned(4)));
    char text[3];
};

int main(void) {
    struct entry e;
    struct entry *p = &e;
    if (__alignof__(p->mark) != 4 || _Alignof(e.kind) != 1)
        reach_error();
    return 0;
}
