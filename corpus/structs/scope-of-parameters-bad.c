// verdict: unsafe(reach)
// line: 28
// twin: scope-of-parameters.c
// source: own
// about: what a list of parameters declares is taken for known behind it

#include <assert.h>

enum { A = 1 };
int g(struct s { int a; } *p);
typedef int (*function)(struct t { int a[2]; } *p);

int f(struct s { int a[3]; } *p, int b[sizeof(enum { A = 5 }) + A]) {
    struct s x = {{A, A, A}};
    return p ? x.a[0] : f(&x, b) + sizeof *p;
}

int h(n) int n[sizeof(struct s { int a[4]; })]; {
    return n[0] + sizeof(struct s);
}

struct s { char c; };
struct t { char c; };

int main(void) {
    int n[16] = {1};
    assert(f(0, 0) == 17 && h(n) == 17);
    assert(sizeof(struct s) + sizeof(struct t) + A == 13);
    return 0;
}
