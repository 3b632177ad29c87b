// verdict: safe
// twin: memcpy-symbolic-bad.c
// source: own
// about: a part of the input that fits is copied

#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char message[40] = {0};
    unsigned char *copy = malloc(24);
    unsigned length = __VERIFIER_nondet_uint() % 25;
    memcpy(copy, message, length);
    free(copy);
    return 0;
}
