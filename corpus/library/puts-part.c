// verdict: safe
// twin: puts-part-bad.c
// source: own
// about: text from the end of a literal is empty

#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count != 3) return 0;
    puts("abc" + count);
    return 0;
}
