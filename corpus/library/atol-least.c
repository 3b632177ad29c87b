// verdict: safe
// twin: atol-least-bad.c
// source: own
// about: the least number of type `long`

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    long n = atol("-9223372036854775808");
    if (n + 1 != -9223372036854775807L) reach_error();
    return 0;
}
