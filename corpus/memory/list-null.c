// verdict: safe
// needs: solver
// twin: list-null-bad.c
// source: own
// about: the second cell of a list of two or more

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 3)
        return 0;
    struct cell *list = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *cell = malloc(sizeof *cell);
        cell->next = list;
        cell->value = i;
        list = cell;
    }
    list->next->value = 7;
    while (list != NULL) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
