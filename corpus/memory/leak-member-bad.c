// verdict: unsafe(leak)
// line: 23
// twin: leak-member.c
// source: own
// about: only the structure is freed

#include <stdlib.h>

struct owner {
    int count;
    int *data;
};

static void drop(struct owner *o) {
    if (o->count == 4)
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
