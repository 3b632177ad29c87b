// verdict: unsafe(deref)
// line: 19
// twin: memset-pointer.c
// source: own
// about: a pointer that memset has cleared is used

#include <string.h>

struct cell {
    int *to;
    int count;
};

int main(void) {
    int x = 1;
    struct cell c = {&x, 2};
    if (c.count == 2)
        memset(&c, 0, sizeof c);
    return *c.to == 7;
}
