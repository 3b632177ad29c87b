// verdict: unsafe(reach)
// line: 25
// twin: scope-of-if.c
// source: own
// about: what a condition declares is taken for known behind its statement

#include <assert.h>

enum { SIZE = 1 };
struct s { char c; };

int main(void) {
    if (sizeof(enum { SIZE = 5 }) > 0)
        assert(SIZE == 5);
    if (sizeof(enum { SIZE = 6 }) > 8)
        return 1;
    else
        assert(SIZE == 6);
    do
        assert(sizeof(struct s { int a[4]; }) == 16);
    while (sizeof(struct s) > 1);
    switch (sizeof(struct s { int a[9]; }))
    case sizeof(struct s):
        assert(sizeof(struct s) == 36);
    assert(SIZE + sizeof(struct s) == 42);
    return 0;
}
