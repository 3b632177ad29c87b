// verdict: unsafe(leak)
// line: 17
// twin: leak-union.c
// source: own
// about: the static union that holds the block is overwritten

#include <stdlib.h>

union word {
    long number;
    void *pointer;
};

static union word held[2];

int main(void) {
    held[1].pointer = malloc(4);
    held[1].pointer = 0;
    return 0;
}
