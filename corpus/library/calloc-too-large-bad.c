// verdict: unsafe(reach)
// line: 13
// malloc-may-fail: yes
// twin: calloc-too-large.c
// source: own
// about: the block may be there

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *p = calloc((size_t)-1 / ((size_t)-1), 4);
    if (p) reach_error();
    free(p);
    return 0;
}
