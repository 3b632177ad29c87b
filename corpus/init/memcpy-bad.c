// verdict: unsafe(init)
// line: 13
// twin: memcpy.c
// source: own
// about: an element is read whose original was not written

#include <string.h>

int main(void) {
    int a[4], b[4];
    a[0] = 1;
    memcpy(b, a, sizeof a);
    return b[1] == 1;
}
