// verdict: unsafe(init)
// line: 23
// twin: static-copied.c
// source: own
// about: what has static storage is written from the start, also where records that are not are copied over others of it

extern int __VERIFIER_nondet_int(void);

struct pair {
    int a;
    int b[2];
};

static struct pair one = {1, {2, 3}};
static struct pair many[4] = {{1, {2, 3}}};

int main(void) {
    struct pair some;
    some.a = 4;
    if (__VERIFIER_nondet_int() == 5)
        many[1] = some;
    many[0] = one;
    return many[1].b[1] == 7;
}
