// verdict: safe
// twin: list-of-cells-bad.c
// source: own
// about: a list keeps its elements in order

#include <stdlib.h>
extern void reach_error(void);

struct cell {
    int value;
    struct cell *next;
};

int main(void) {
    struct cell *first = NULL;
    struct cell **end = &first;
    for (int i = 1; i <= 3; i++) {
        struct cell *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = NULL;
        *end = cell;
        end = &cell->next;
    }
    int number = 0;
    while (first != NULL) {
        struct cell *next = first->next;
        number = number * 10 + first->value;
        free(first);
        first = next;
    }
    if (number != 123)
        reach_error();
    return 0;
}
