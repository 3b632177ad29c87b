// verdict: unsafe(bounds)
// line: 15
// twin: memset-too-far.c
// source: own
// about: memset fills one byte too many

#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char buffer[64];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 65)
        return 0;
    memset(buffer, 'x', length);
    return 0;
}
