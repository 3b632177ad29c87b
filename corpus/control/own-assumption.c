// verdict: safe
// twin: own-assumption-bad.c
// source: own
// about: a function of the program that has the name of an assumption is one, by its body

#include <stdlib.h>

void reach_error(void);
int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition) {
    if (!condition) abort();
}

int main(void) {
    int y = __VERIFIER_nondet_int();
    assume_abort_if_not(y == 3);
    if (y != 3) reach_error();
    return 0;
}
