// verdict: unsafe(deref)
// line: 12
// twin: stream-null.c
// source: own
// about: something is written to a stream that is null

#include <stdio.h>

int main(void) {
    FILE *f = 0;
    int written = 1;
    if (written) fputs("text", f);
    return 0;
}
