// verdict: safe
// twin: union-over-pointer-bad.c
// source: own
// about: a pointer in a block is set anew after its bytes were written as a number

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
    if (x == 1)
        w->pointer = &x;
    int n = *w->pointer;
    free(w);
    return n == 9;
}
