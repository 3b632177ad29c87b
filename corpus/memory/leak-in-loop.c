// verdict: safe
// twin: leak-in-loop-bad.c
// source: own
// about: each round frees its own block

#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 6; i++) {
        short *numbers = malloc(3 * sizeof *numbers);
        numbers[2] = 1;
        if (i != 6)
            free(numbers);
    }
    return 0;
}
