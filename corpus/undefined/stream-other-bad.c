// verdict: unsafe(undefined)
// line: 14
// twin: stream-other.c
// source: own
// about: text is written to characters that are taken for a stream

#include <stdio.h>

static char text[16];

int main(void) {
    int other = 1;
    FILE *f = other ? (FILE *)text : stdout;
    fputs("text", f);
    return 0;
}
