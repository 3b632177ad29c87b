// verdict: safe
// twin: free-local-bad.c
// source: own
// about: what did not fit into the local buffer was allocated, and only that is freed

#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char local[32];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    char *buffer = n > 32 ? malloc(n) : local;
    if (n > 0)
        buffer[n - 1] = 1;
    if (n > 32)
        free(buffer);
    return 0;
}
