// verdict: safe
// twin: leak-union-bad.c
// source: own
// about: a static union holds the block when the program ends

#include <stdlib.h>

union word {
    long number;
    void *pointer;
};

static union word held[2];

int main(void) {
    held[1].pointer = malloc(4);
    held[0].pointer = 0;
    return 0;
}
