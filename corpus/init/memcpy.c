// verdict: safe
// twin: memcpy-bad.c
// source: own
// about: memcpy carries along which elements were written

#include <string.h>

int main(void) {
    int a[4], b[4];
    a[0] = 1;
    memcpy(b, a, sizeof a);
    return b[0] == 1;
}
