// verdict: unsafe(reach)
// line: 15
// twin: wrap-increment.c
// source: own
// about: an unsigned char wraps to 0, not to 1

#include <assert.h>

int main(void) {
    unsigned char a = 255;
    unsigned short b = 65535;
    unsigned int c = 4294967295u;
    unsigned long long d = 18446744073709551615ull;
    assert(a++ == 255);
    assert(a == 1);
    assert(++b == 0);
    assert(++c == 0);
    assert(++d == 0);
    a--;
    --b;
    c--;
    d--;
    assert(a == 255 && b == 65535 && c == 4294967295u);
    assert(d == 18446744073709551615ull);
    return 0;
}
