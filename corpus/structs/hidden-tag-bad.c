// verdict: unsafe(reach)
// line: 18
// twin: hidden-tag.c
// source: own
// about: a tag that is declared alone is taken for the one outside of the block

#include <assert.h>

struct s { int a[4]; };
union u { int a[4]; };

int main(void) {
    struct s;
    struct u;
    struct node { struct s *s; struct u *u; } x = {0, 0};
    struct s { char c; };
    struct u { char c[2]; };
    assert(sizeof *x.s + sizeof *x.u == 32);
    return 0;
}
