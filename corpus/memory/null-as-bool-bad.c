// verdict: unsafe(reach)
// line: 14
// twin: null-as-bool.c
// source: own
// about: null is not true

#include <stddef.h>

extern void reach_error(void);

int main(void) {
    int *p = NULL;
    if ((_Bool)&*p != 1)
        reach_error();
    return 0;
}
