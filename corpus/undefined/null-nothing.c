// verdict: safe
// twin: null-nothing-bad.c
// source: own
// about: nothing is copied from nowhere

#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char b[4] = "abc", from[4] = "xyz";
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    char *source = n > 0 ? from : 0;
    if (n >= 1)
        memcpy(b, source, n);
    return b[0];
}
