// verdict: safe
// twin: double-free-bad.c
// source: own
// about: a pointer is set to null when its block is freed, and freeing null does nothing

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int choice = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (choice > 3) {
        free(buffer);
        if (choice > 3)
            buffer = NULL;
    }
    free(buffer);
    return 0;
}
