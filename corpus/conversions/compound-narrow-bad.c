// verdict: unsafe(reach)
// line: 12
// twin: compound-narrow.c
// source: own
// about: 250 * 2 / 4 would be 62 in bytes

#include <assert.h>

int main(void) {
    unsigned char c = 250;
    c = c * 2 / 4;
    assert(c == 61);
    c *= 3;
    assert(c == 119);
    c /= -1;
    assert(c == 137);
    signed char s = 100;
    s += 100;
    assert(s == -56);
    unsigned u = 10;
    u /= -1;
    assert(u == 0);
    return 0;
}
