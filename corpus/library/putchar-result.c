// verdict: safe
// twin: putchar-result-bad.c
// source: own
// about: `putchar` returns what it has printed, or `EOF`

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int c = putchar('a');
    if (c == 'b') reach_error();
    return 0;
}
