// verdict: safe
// twin: null-indexed-bad.c
// source: own
// about: a text that is null is not read

#include <string.h>

int main(void) {
    const char *s = NULL;
    int reads = 0;
    if (reads) return strlen(s) > 3;
    return 0;
}
