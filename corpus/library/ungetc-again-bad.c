// verdict: unsafe(reach)
// line: 12
// twin: ungetc-again.c
// source: own
// about: another one was pushed back

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (ungetc('y', stdin) == EOF) reach_error();
    if (getchar() != 'x') reach_error();
    return 0;
}
