// verdict: unsafe(bounds)
// line: 14
// twin: puts-part.c
// source: own
// about: there is nothing behind the end of a literal

#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count != 4) return 0;
    puts("abc" + count);
    return 0;
}
