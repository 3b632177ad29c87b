// verdict: safe
// twin: memcpy-from-member-bad.c
// source: own
// about: memcpy from the first member on copies the whole record

#include <string.h>

struct three {
    int a, b, c;
};

int main(void) {
    struct three s = {1, 2, 3}, t = {0, 0, 0};
    memcpy(&t.a, &s.a, 12);
    return t.c == 9;
}
