// verdict: safe
// twin: characters-bad.c
// source: own
// about: characters may be read and copied whatever they hold

#include <string.h>

int main(void) {
    char unset, other = unset, text[4], copy[4];
    int n;
    for (int i = 0; i < 4; i++)
        text[i] = 1;
    memcpy(copy, text, sizeof copy);
    memcpy(&n, copy, sizeof n);
    if (n == 0x01010101)
        return other == copy[3];
    return 0;
}
