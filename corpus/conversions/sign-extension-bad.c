// verdict: unsafe(reach)
// line: 16
// twin: sign-extension.c
// source: own
// about: an unsigned int is not extended by its sign

#include <assert.h>

int main(void) {
    int minus = -1;
    unsigned int plus = 4294967295u;
    unsigned long long a = minus;
    unsigned long long b = plus;
    long long c = (int)plus;
    assert(a == 18446744073709551615ull);
    assert(b == 18446744073709551615ull);
    assert(c == -1);
    assert((unsigned short)(signed char)-1 == 65535);
    assert((short)(unsigned char)-1 == 255);
    return 0;
}
