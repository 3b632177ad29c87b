// verdict: safe
// twin: flexible-array-bad.c
// source: own
// about: a structure with a flexible array is allocated with the room for it

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct vector {
    int length;
    int items[];
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    struct vector *v = malloc(sizeof *v + (n - 0) * sizeof v->items[0]);
    v->length = n;
    for (int i = 0; i < v->length; i++)
        v->items[i] = 0;
    free(v);
    return 0;
}
