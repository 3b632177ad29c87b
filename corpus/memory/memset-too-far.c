// verdict: safe
// twin: memset-too-far-bad.c
// source: own
// about: memset fills the buffer exactly

#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char buffer[64];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 64)
        return 0;
    memset(buffer, 'x', length);
    return 0;
}
