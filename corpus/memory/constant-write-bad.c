// verdict: unsafe(deref)
// line: 17
// twin: constant-write.c
// source: own
// about: a constant object is changed

struct pair {
    int a, b;
};

static const struct pair fixed = {1, 2};
static struct pair loose = {1, 2};

int main(void) {
    int which = 1;
    struct pair *p = which == 1 ? (struct pair *)&fixed : &loose;
    p->b = 3;
    return 0;
}
