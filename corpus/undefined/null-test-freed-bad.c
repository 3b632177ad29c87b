// verdict: unsafe(undefined)
// line: 17
// twin: null-test-freed.c
// source: own
// about: whether a pointer is null may be asked as long as its block lives; the twin asks it of one that was freed

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *line = malloc(16);
    int rounds = __VERIFIER_nondet_int();
    if (rounds > 3)
        free(line);
    if (rounds <= 4 && line != NULL)
        free(line);
    return 0;
}
