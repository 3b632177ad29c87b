// verdict: safe
// twin: fgetpos-null-bad.c
// source: own
// about: a place in a file is stored

#include <stdio.h>

int main(void) {
    fpos_t at;
    return fgetpos(stdin, &at) != 0;
}
