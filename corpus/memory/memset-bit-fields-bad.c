// verdict: unsafe(reach)
// line: 21
// twin: memset-bit-fields.c
// source: own
// about: bit-fields are parts of the bytes that memset writes

#include <string.h>

extern void reach_error(void);

struct flags {
    unsigned low : 3;
    unsigned high : 5;
    unsigned more : 8;
};

int main(void) {
    struct flags f;
    memset(&f, 0xAB, sizeof f);
    if (f.low != 3 || f.high != 11)
        reach_error();
    return 0;
}
