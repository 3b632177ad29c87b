// verdict: safe
// twin: bool-bad.c
// source: own
// about: conversion to _Bool is a test, not a truncation

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    if (b > 1)
        reach_error();
    if (x == 256 && b != 1)
        reach_error();
    b = 512;
    b++;
    if (b != 1)
        reach_error();
    b--;
    if (b != 0)
        reach_error();
    return 0;
}
