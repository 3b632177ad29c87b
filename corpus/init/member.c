// verdict: safe
// twin: member-bad.c
// source: own
// about: the copy of a record holds what was written in the original

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
    if (n > 0)
        return b.y == b.x;
    return b.x;
}
