// verdict: safe
// twin: wrap-increment-bad.c
// source: own
// about: ++ and -- on unsigned types of each width wrap

#include <assert.h>

int main(void) {
    unsigned char a = 255;
    unsigned short b = 65535;
    unsigned int c = 4294967295u;
    unsigned long long d = 18446744073709551615ull;
    assert(a++ == 255);
    assert(a == 0);
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
