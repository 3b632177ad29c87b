// verdict: safe
// twin: flexible-union-bad.c
// source: own
// about: a record that ends with an array of one union is allocated with room for three, and the last is used

#include <stdlib.h>

typedef struct { short kind; long long value; } __attribute__((packed)) Plain;
typedef struct { short kind; long long value; int extra; } __attribute__((packed)) Long;
typedef union { Plain plain; Long more; } Item;
typedef struct { int count; Item items[1]; } __attribute__((packed)) Items;

int main(void) {
    Items *p = malloc(sizeof(int) + 3 * sizeof(Item));
    p->count = 3;
    p->items[0].plain.value = 5;
    p->items[2].plain.value = 9;
    if (p->items[0].plain.value != 5)
        free(&p->items);
    free(p);
    return 0;
}
