// verdict: safe
// twin: call-after-arguments-bad.c
// source: own
// about: a function is called when its arguments have been evaluated: one of them ends the program before a call that would be wrong

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int last(int code) {
    if (code >= 0)
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
