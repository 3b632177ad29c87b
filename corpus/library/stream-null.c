// verdict: safe
// twin: stream-null-bad.c
// source: own
// about: nothing is written to a stream that is null

#include <stdio.h>

int main(void) {
    FILE *f = 0;
    int written = 0;
    if (written) fputs("text", f);
    return 0;
}
