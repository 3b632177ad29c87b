// verdict: unsafe(deref)
// line: 12
// twin: memset-literal.c
// source: own
// about: a string literal is filled

#include <string.h>

int main(void) {
    char copy[4] = "abc";
    char *p = 1 ? "abc" : copy;
    memset(p, 'x', 2);
    return 0;
}
