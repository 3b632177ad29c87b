// verdict: unsafe(reach)
// line: 12
// twin: atol-least.c
// source: own
// about: another number

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    long n = atol("-9223372036854775807");
    if (n + 1 != -9223372036854775807L) reach_error();
    return 0;
}
