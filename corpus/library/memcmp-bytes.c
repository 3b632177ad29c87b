// verdict: safe
// twin: memcmp-bytes-bad.c
// source: own
// about: `memcmp` reads all bytes that it is told to, also behind the first that differ

#include <string.h>

int main(void) {
    char a[2] = {1, 2}, b[2] = {2, 1};
    return memcmp(a, b, 2) == 0;
}
