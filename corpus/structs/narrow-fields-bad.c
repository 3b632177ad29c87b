// verdict: unsafe(reach)
// line: 19
// twin: narrow-fields.c
// source: own
// about: 255 does not fit in a signed char

#include <assert.h>

struct narrow {
    signed char a;
    unsigned char b;
    unsigned short c;
    _Bool d;
    long long e;
};

int main(void) {
    struct narrow n = {255, 256, -1, 4, -1};
    assert(n.a == 255);
    assert(n.b == 0 && n.c == 65535 && n.d == 1 && n.e == -1);
    n.b -= 1;
    n.c++;
    assert(n.b == 255 && n.c == 0);
    assert(sizeof(struct narrow) == 16);
    return 0;
}
