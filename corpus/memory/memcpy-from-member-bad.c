// verdict: unsafe(bounds)
// line: 15
// twin: memcpy-from-member.c
// source: own
// about: memcpy from a member on goes beyond the record

#include <string.h>

struct three {
    int a, b, c;
};

int main(void) {
    struct three s = {1, 2, 3}, t = {0, 0, 0};
    memcpy(&t.a, &s.a, 16);
    return t.c == 9;
}
