// verdict: unsafe(leak)
// line: 11
// twin: leak-in-loop.c
// source: own
// about: the round in the middle frees nothing

#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 6; i++) {
        short *numbers = malloc(3 * sizeof *numbers);
        numbers[2] = 1;
        if (i != 3)
            free(numbers);
    }
    return 0;
}
