// verdict: safe
// twin: malloc-nothing-bad.c
// source: own
// about: where allocation does not fail, a block with bytes is not null

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(1);
    if (!p) reach_error();
    free(p);
    return 0;
}
