// verdict: unsafe(reach)
// line: 13
// twin: fread-short.c
// source: own
// about: all that is wanted may be read before the end

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char bytes[8];
    size_t n = fread(bytes, 1, 8, stdin);
    if (n <= 8 && !feof(stdin) && !ferror(stdin)) reach_error();
    return 0;
}
