// verdict: safe
// twin: memccpy-found-bad.c
// source: own
// about: `memccpy` copies up to a character

#include <assert.h>
#include <string.h>

int main(void) {
    char to[3];
    void *end = memccpy(to, "ab:cd", ':', 6);
    assert(end == to + 3);
    return 0;
}
