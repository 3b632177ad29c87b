// verdict: unsafe(reach)
// line: 21
// check: reach
// entry: f
// twin: entry-library-writes.c
// source: own
// about: earlier calls may have written a static record by a function of the library

#include <string.h>

void reach_error(void);
static struct {
    char n[4];
} x = {"abc"}, y = {"abc"};

void name(const char *s) {
    strncpy(x.n, s, 3);
}

int f(void) {
    if (x.n[1] != 'b') reach_error();
    return y.n[0];
}
