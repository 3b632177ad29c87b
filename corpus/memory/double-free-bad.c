// verdict: unsafe(free)
// line: 18
// twin: double-free.c
// source: own
// about: the pointer keeps its old value on one path and the block is freed twice

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int choice = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (choice > 3) {
        free(buffer);
        if (choice > 4)
            buffer = NULL;
    }
    free(buffer);
    return 0;
}
