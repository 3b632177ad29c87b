// verdict: unsafe(reach)
// line: 28
// twin: nested-pointer.c
// source: own
// about: another member of the array is changed

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct inner {
    int x, y;
};
struct outer {
    int before;
    struct inner rows[3];
    int after;
};

int main(void) {
    struct outer o = {1, {{1, 1}, {1, 1}, {1, 1}}, 1};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    struct inner *r = &o.rows[i];
    r->x = 5;
    r->y = 2;
    if (o.rows[1].y > 1 || o.after != 1 || o.before != 1)
        reach_error();
    return 0;
}
