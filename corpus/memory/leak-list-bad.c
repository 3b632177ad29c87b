// verdict: unsafe(leak)
// line: 17
// twin: leak-list.c
// source: own
// about: the last cell is not freed

#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

int main(void) {
    struct cell *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct cell *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = list;
        list = cell;
    }
    for (int i = 0; i < 4; i++) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
