// verdict: safe
// twin: memset-literal-bad.c
// source: own
// about: a copy of a literal is filled

#include <string.h>

int main(void) {
    char copy[4] = "abc";
    char *p = 0 ? "abc" : copy;
    memset(p, 'x', 2);
    return 0;
}
