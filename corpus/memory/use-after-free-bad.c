// verdict: unsafe(deref)
// line: 13
// twin: use-after-free.c
// source: own
// about: a block is freed one round too early

#include <stdlib.h>

int main(void) {
    int *sum = malloc(sizeof *sum);
    *sum = 0;
    for (int i = 0; i < 10; i++) {
        *sum = *sum + i;
        if (i == 8)
            free(sum);
    }
    return 0;
}
