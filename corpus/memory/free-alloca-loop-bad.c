// verdict: unsafe(free)
// line: 15
// twin: free-alloca-loop.c
// source: own
// about: a block of alloca in a loop is freed

#include <alloca.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        int *p = alloca(sizeof *p);
        *p = i;
        if (*p == 1)
            free(p);
    }
    return 0;
}
