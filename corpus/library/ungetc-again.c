// verdict: safe
// twin: ungetc-again-bad.c
// source: own
// about: the character that was pushed back is read next

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (ungetc('x', stdin) == EOF) reach_error();
    if (getchar() != 'x') reach_error();
    return 0;
}
