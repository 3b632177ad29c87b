// verdict: safe
// twin: literal-types-bad.c
// source: own
// about: the type of a literal depends on its value, base and suffix

#include <assert.h>

int main(void) {
    assert(!(-1 < 0xffffffff));
    assert(-1 < 4294967295);
    assert(-2147483648 < 0);
    assert(sizeof 2147483647 == 4);
    assert(sizeof 2147483648 == 8);
    assert(sizeof 1u == 4 && sizeof 1ull == 8 && sizeof 1ll == 8);
    assert(010 == 8 && 0x10 == 16);
    return 0;
}
