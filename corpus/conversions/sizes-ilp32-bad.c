// verdict: unsafe(reach)
// line: 15
// data-model: ilp32
// twin: sizes-ilp32.c
// source: own
// about: long long has 8 bytes, not 4

#include <assert.h>

int main(void) {
    assert((int)sizeof(char) == 1);
    assert((int)sizeof(short) == 2);
    assert((int)sizeof(int) == 4);
    assert((int)sizeof(long) == 4);
    assert((int)sizeof(long long) == 4);
    assert((int)sizeof(_Bool) == 1);
    return 0;
}
