// verdict: unsafe(reach)
// line: 12
// twin: putchar-result.c
// source: own
// about: it returns what it has printed

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int c = putchar('a');
    if (c == 'a') reach_error();
    return 0;
}
