// verdict: unsafe(reach)
// line: 12
// twin: promotion-of-sum.c
// source: own
// about: the sum of two bytes does not wrap

#include <assert.h>

int main(void) {
    unsigned char a = 200;
    unsigned char b = 100;
    assert(a + b == 44);
    assert((unsigned char)(a + b) == 44);
    unsigned short s = 65535;
    assert(s + 1 == 65536);
    unsigned u = 4294967295u;
    assert(u + 1 == 0);
    return 0;
}
