// verdict: safe
// check: reach
// entry: f
// twin: entry-library-writes-bad.c
// source: own
// about: a static record that no function writes keeps its value until the function is called

#include <string.h>

void reach_error(void);
static struct {
    char n[4];
} x = {"abc"}, y = {"abc"};

void name(const char *s) {
    strncpy(y.n, s, 3);
}

int f(void) {
    if (x.n[1] != 'b') reach_error();
    return y.n[0];
}
