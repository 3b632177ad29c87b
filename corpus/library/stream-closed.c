// verdict: safe
// twin: stream-closed-bad.c
// source: own
// about: a stream is closed once

#include <stdio.h>

int main(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return 0;
    for (int i = 0; i < 1; i++)
        fclose(f);
    return 0;
}
