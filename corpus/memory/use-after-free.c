// verdict: safe
// twin: use-after-free-bad.c
// source: own
// about: a block is freed after the round that uses it last

#include <stdlib.h>

int main(void) {
    int *sum = malloc(sizeof *sum);
    *sum = 0;
    for (int i = 0; i < 10; i++) {
        *sum = *sum + i;
        if (i == 9)
            free(sum);
    }
    return 0;
}
