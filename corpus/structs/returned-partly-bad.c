// verdict: unsafe(reach)
// line: 32
// twin: returned-partly.c
// source: own
// about: a record with an array of which only a part is written comes back by value

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct row {
    int cells[6];
    int used;
};

static struct row squares(int n) {
    struct row r;
    r.used = 0;
    while (r.used < n && r.used < 5) {
        r.cells[r.used] = r.used * r.used;
        r.used++;
    }
    return r;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct row r = squares(n);
    int last = r.cells[r.used - 1];
    assert(last < 16);
    return 0;
}
