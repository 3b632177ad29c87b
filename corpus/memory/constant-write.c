// verdict: safe
// twin: constant-write-bad.c
// source: own
// about: an object that may be constant is not changed if it is

struct pair {
    int a, b;
};

static const struct pair fixed = {1, 2};
static struct pair loose = {1, 2};

int main(void) {
    int which = 2;
    struct pair *p = which == 1 ? (struct pair *)&fixed : &loose;
    p->b = 3;
    return 0;
}
