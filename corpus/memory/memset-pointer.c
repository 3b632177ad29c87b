// verdict: safe
// twin: memset-pointer-bad.c
// source: own
// about: a pointer that memset may have cleared is not used then

#include <string.h>

struct cell {
    int *to;
    int count;
};

int main(void) {
    int x = 1;
    struct cell c = {&x, 3};
    if (c.count == 2)
        memset(&c, 0, sizeof c);
    return *c.to == 7;
}
