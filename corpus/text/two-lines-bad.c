// verdict: unsafe(bounds)
// line: 21
// twin: two-lines.c
// source: own
// about: a pointer walks along one of two lines of different lengths, and stops at the first digit, if there is one

#include <assert.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char name[20], value[50];
    unsigned long digits = 0;

    if (fgets(name, sizeof name, stdin) == NULL || fgets(value, sizeof value, stdin) == NULL)
        return 1;
    for (int i = 0; i < 100; i++) {
        const char *from = __VERIFIER_nondet_bool() ? name : value;
        const char *p = from;
        while (*p < '0' || *p > '9')
            p++;
        digits += (unsigned long)(p - from);
        assert(p - from < (long)sizeof value);
    }
    printf("%lu\n", digits);
    return 0;
}
