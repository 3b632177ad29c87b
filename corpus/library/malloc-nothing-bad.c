// verdict: unsafe(reach)
// line: 12
// twin: malloc-nothing.c
// source: own
// about: a block without bytes may be null

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(0);
    if (!p) reach_error();
    free(p);
    return 0;
}
