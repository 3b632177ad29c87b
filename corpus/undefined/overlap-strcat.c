// verdict: safe
// twin: overlap-strcat-bad.c
// source: own
// about: the text that is added ends before the one that it is added to

#include <string.h>

int main(void) {
    char b[16] = "ab";
    b[8] = 'c';
    strcat(b, b + 8);
    return b[0];
}
