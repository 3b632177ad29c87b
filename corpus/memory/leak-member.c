// verdict: safe
// twin: leak-member-bad.c
// source: own
// about: the block that a member points to is freed with its structure

#include <stdlib.h>

struct owner {
    int count;
    int *data;
};

static void drop(struct owner *o) {
    if (o->count == 3)
        free(o->data);
    free(o);
}

int main(void) {
    struct owner *o = malloc(sizeof *o);
    o->count = 3;
    o->data = malloc(12);
    o->data[2] = 1;
    drop(o);
    return 0;
}
