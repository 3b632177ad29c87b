// verdict: unsafe(reach)
// line: 30
// twin: compound-assignment.c
// source: own
// about: the last value is 11

#include <assert.h>

int main(void) {
    int x = 7;
    x += 5;
    assert(x == 12);
    x -= 2;
    assert(x == 10);
    x *= 6;
    assert(x == 60);
    x /= 7;
    assert(x == 8);
    x %= 5;
    assert(x == 3);
    x <<= 4;
    assert(x == 48);
    x >>= 2;
    assert(x == 12);
    x &= 9;
    assert(x == 8);
    x |= 2;
    assert(x == 10);
    x ^= 1;
    assert(x == 10);
    return 0;
}
