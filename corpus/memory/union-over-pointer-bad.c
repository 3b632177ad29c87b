// verdict: unsafe(deref)
// line: 21
// twin: union-over-pointer.c
// source: own
// about: a pointer in a block is used after its bytes were written as a number

#include <stdlib.h>

union word {
    int *pointer;
    long number;
};

int main(void) {
    int x = 1;
    union word *w = malloc(sizeof *w);
    w->pointer = &x;
    w->number = 0;
    if (x == 2)
        w->pointer = &x;
    int n = *w->pointer;
    free(w);
    return n == 9;
}
