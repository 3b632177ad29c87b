// verdict: unsafe(reach)
// line: 19
// twin: alignment-of-member.c
// source: own
// about: the member has another alignment

extern void reach_error(void);

struct entry {
    char kind;
    char mark __attribute__((aligned(8)));
    char text[3];
};

int main(void) {
    struct entry e;
    struct entry *p = &e;
    if (__alignof__(p->mark) != 4 || _Alignof(e.kind) != 1)
        reach_error();
    return 0;
}
