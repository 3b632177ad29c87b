// verdict: unsafe(reach)
// line: 10
// twin: literal-types.c
// source: own
// about: 0xffffffff is unsigned, 4294967295 is not

#include <assert.h>

int main(void) {
    assert(!(-1 < 4294967295));
    assert(-1 < 4294967295);
    assert(-2147483648 < 0);
    assert(sizeof 2147483647 == 4);
    assert(sizeof 2147483648 == 8);
    assert(sizeof 1u == 4 && sizeof 1ull == 8 && sizeof 1ll == 8);
    assert(010 == 8 && 0x10 == 16);
    return 0;
}
