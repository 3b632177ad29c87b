// verdict: safe
// twin: division-rounds-to-zero-bad.c
// source: own
// about: C division of negative numbers rounds to zero

#include <assert.h>

int main(void) {
    int a = -7;
    int b = 2;
    assert(a / b == -3);
    assert(a % b == -1);
    assert(7 / -2 == -3);
    assert(7 % -2 == 1);
    assert(-7 / -2 == 3);
    assert((unsigned)a / 2u == 2147483644u);
    return 0;
}
