// verdict: safe
// twin: scope-of-if-bad.c
// source: own
// about: what a condition declares is known in the statement that it belongs to, and what is declared in a statement without braces ends with it

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
    assert(SIZE + sizeof(struct s) == 2);
    return 0;
}
