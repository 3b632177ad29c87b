// verdict: unsafe(free)
// line: 19
// twin: free-local.c
// source: own
// about: the limits disagree and the local buffer is freed

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
    if (n > 31)
        free(buffer);
    return 0;
}
