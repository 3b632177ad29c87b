// verdict: safe
// twin: overlap-sprintf-bad.c
// source: own
// about: the text that is printed ends elsewhere

#include <stdio.h>

int main(void) {
    char b[16] = "abcd";
    b[8] = 'x';
    sprintf(b, "%s", b + 8);
    return b[0];
}
