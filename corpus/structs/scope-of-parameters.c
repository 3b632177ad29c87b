// verdict: safe
// twin: scope-of-parameters-bad.c
// source: own
// about: what is declared in a list of parameters belongs to that list, and to the body if there is one

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
    assert(sizeof(struct s) + sizeof(struct t) + A == 3);
    return 0;
}
