// verdict: safe
// twin: bit-fields-bad.c
// source: own
// about: a bit-field keeps as many bits as it has

extern void reach_error(void);

struct flags {
    unsigned ready : 1;
    unsigned level : 3;
    int offset : 4;
};

int main(void) {
    struct flags f = {1, 5, -3};
    struct flags *p = &f;
    p->level += 2;
    if (p->level != 7 || p->offset != -3 || p->ready != 1)
        reach_error();
    return 0;
}
