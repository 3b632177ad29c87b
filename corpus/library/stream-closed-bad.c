// verdict: unsafe(deref)
// line: 13
// twin: stream-closed.c
// source: own
// about: a stream is closed twice

#include <stdio.h>

int main(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return 0;
    for (int i = 0; i < 2; i++)
        fclose(f);
    return 0;
}
