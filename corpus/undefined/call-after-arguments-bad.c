// verdict: unsafe(undefined)
// line: 24
// twin: call-after-arguments.c
// source: own
// about: the arguments come to an end, and the function is called through a pointer of another type

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int last(int code) {
    if (code >= 1)
        exit(0);
    return code;
}

static void show(void) {
}

int main(void) {
    int code = __VERIFIER_nondet_int();
    if (code < 0)
        return 0;
    return ((long (*)(int))show)(last(code));
}
