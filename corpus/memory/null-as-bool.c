// verdict: safe
// twin: null-as-bool-bad.c
// source: own
// about: the address of the first element behind a null pointer is null, also as a truth value

#include <stddef.h>

extern void reach_error(void);

int main(void) {
    int *p = NULL;
    if ((_Bool)&*p != 0)
        reach_error();
    return 0;
}
