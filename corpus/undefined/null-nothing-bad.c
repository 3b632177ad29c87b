// verdict: unsafe(undefined)
// line: 18
// twin: null-nothing.c
// source: own
// about: no bytes are copied, but from a null pointer

#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char b[4] = "abc", from[4] = "xyz";
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    char *source = n > 0 ? from : 0;
    if (n >= 0)
        memcpy(b, source, n);
    return b[0];
}
