// verdict: unsafe(bounds)
// line: 12
// twin: memccpy-found.c
// source: own
// about: there is no room for all that is copied

#include <assert.h>
#include <string.h>

int main(void) {
    char to[2];
    void *end = memccpy(to, "ab:cd", ':', 6);
    assert(end == to + 3);
    return 0;
}
