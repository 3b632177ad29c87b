// verdict: unsafe(deref)
// line: 24
// twin: freed-through-member.c
// source: own
// about: a member of the freed structure is read

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
    if (count == 3)
        count = o->count;
    return count != 3;
}
