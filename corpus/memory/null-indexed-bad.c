// verdict: unsafe(deref)
// line: 12
// twin: null-indexed.c
// source: own
// about: a text that is null is read by an index

#include <string.h>

int main(void) {
    const char *s = NULL;
    int reads = 1;
    if (reads) return strlen(s) > 3;
    return 0;
}
