// verdict: safe
// twin: record-tail-bad.c
// source: own
// about: a record is copied into a block that has room for its padding

#include <stdlib.h>

struct pair {
    int a;
    char b;
};

int main(void) {
    struct pair *p = malloc(8);
    struct pair t = {1, 2};
    *p = t;
    free(p);
    return 0;
}
