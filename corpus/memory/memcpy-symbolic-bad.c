// verdict: unsafe(bounds)
// line: 15
// twin: memcpy-symbolic.c
// source: own
// about: a length that does not fit is copied

#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char message[40] = {0};
    unsigned char *copy = malloc(24);
    unsigned length = __VERIFIER_nondet_uint() % 26;
    memcpy(copy, message, length);
    free(copy);
    return 0;
}
