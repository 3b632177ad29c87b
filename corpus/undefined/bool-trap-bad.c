// verdict: unknown
// todo: unsafe(undefined)
// twin: bool-trap.c
// source: own
// about: a byte that is 2 is none; bytes that are no value of their type are not kept

#include <string.h>

int main(void) {
    _Bool b;
    memset(&b, 2, 1);
    return b;
}
