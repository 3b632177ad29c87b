// verdict: safe
// twin: bool-trap-bad.c
// source: own
// about: a byte that is 1 is a `_Bool`

#include <string.h>

int main(void) {
    _Bool b;
    memset(&b, 1, 1);
    return b;
}
