// verdict: unsafe(bounds)
// line: 17
// twin: record-tail.c
// source: own
// about: a record is copied into a block without room for its padding

#include <stdlib.h>

struct pair {
    int a;
    char b;
};

int main(void) {
    struct pair *p = malloc(5);
    struct pair t = {1, 2};
    *p = t;
    free(p);
    return 0;
}
