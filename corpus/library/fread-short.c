// verdict: safe
// twin: fread-short-bad.c
// source: own
// about: less than wanted is read only at an end or behind an error

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char bytes[8];
    size_t n = fread(bytes, 1, 8, stdin);
    if (n < 8 && !feof(stdin) && !ferror(stdin)) reach_error();
    return 0;
}
