// verdict: safe
// malloc-may-fail: yes
// twin: calloc-too-large-bad.c
// source: own
// about: no block is larger than all memory

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *p = calloc((size_t)-1 / 2, 4);
    if (p) reach_error();
    free(p);
    return 0;
}
