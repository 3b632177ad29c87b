// verdict: unsafe(deref)
// line: 11
// twin: fgetpos-null.c
// source: own
// about: there is nothing to store it in

#include <stdio.h>

int main(void) {
    fpos_t at;
    return fgetpos(stdin, 0) != 0;
}
