// verdict: safe
// twin: freed-through-member-bad.c
// source: own
// about: the block that a member points to is freed before the structure itself

#include <stdlib.h>

struct owner {
    int count;
    int *data;
};

int main(void) {
    struct owner *o = malloc(sizeof *o);
    o->count = 3;
    o->data = malloc(o->count * sizeof o->data[0]);
    int *data = o->data;
    if (data != NULL)
        free(data);
    int count = o->count;
    free(o);
    if (count == 4)
        count = o->count;
    return count != 3;
}
