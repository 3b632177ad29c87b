// verdict: unsafe(reach)
// line: 12
// twin: division-rounds-to-zero.c
// source: own
// about: -7 / 2 is -3, not -4

#include <assert.h>

int main(void) {
    int a = -7;
    int b = 2;
    assert(a / b == -4);
    assert(a % b == -1);
    assert(7 / -2 == -3);
    assert(7 % -2 == 1);
    assert(-7 / -2 == 3);
    assert((unsigned)a / 2u == 2147483644u);
    return 0;
}
