// verdict: safe
// twin: free-alloca-loop-bad.c
// source: own
// about: blocks of alloca in a loop end with the function

#include <alloca.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        int *p = alloca(sizeof *p);
        *p = i;
        if (*p == 2)
            free(p);
    }
    return 0;
}
