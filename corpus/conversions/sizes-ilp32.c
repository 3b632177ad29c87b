// verdict: safe
// data-model: ilp32
// twin: sizes-ilp32-bad.c
// source: own
// about: the sizes of the integer types in ilp32

#include <assert.h>

int main(void) {
    assert((int)sizeof(char) == 1);
    assert((int)sizeof(short) == 2);
    assert((int)sizeof(int) == 4);
    assert((int)sizeof(long) == 4);
    assert((int)sizeof(long long) == 8);
    assert((int)sizeof(_Bool) == 1);
    return 0;
}
