// verdict: safe
// twin: stream-other-bad.c
// source: own
// about: text is written to a stream

#include <stdio.h>

static char text[16];

int main(void) {
    int other = 0;
    FILE *f = other ? (FILE *)text : stdout;
    fputs("text", f);
    return 0;
}
