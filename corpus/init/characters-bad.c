// verdict: unsafe(init)
// line: 16
// twin: characters.c
// source: own
// about: a number is made of characters that were not all written

#include <string.h>

int main(void) {
    char unset, other = unset, text[4], copy[4];
    int n;
    for (int i = 0; i < 3; i++)
        text[i] = 1;
    memcpy(copy, text, sizeof copy);
    memcpy(&n, copy, sizeof n);
    if (n == 0x01010101)
        return other == copy[3];
    return 0;
}
