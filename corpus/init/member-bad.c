// verdict: unsafe(init)
// line: 21
// twin: member.c
// source: own
// about: the copy of a record carries along that a member was not written

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

int main(void) {
    struct point a, b;
    int n = __VERIFIER_nondet_int();
    a.x = 1;
    if (n > 0)
        a.y = 2;
    b = a;
    if (n > -1)
        return b.y == b.x;
    return b.x;
}
