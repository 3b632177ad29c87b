// verdict: unsafe(bounds)
// line: 11
// twin: memcmp-bytes.c
// source: own
// about: `memcmp` reads a byte more than there are

#include <string.h>

int main(void) {
    char a[2] = {1, 2}, b[2] = {2, 1};
    return memcmp(a, b, 3) == 0;
}
