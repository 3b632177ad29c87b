// verdict: unsafe(bounds)
// line: 12
// twin: fwrite-bytes.c
// source: own
// about: `fwrite` reads a byte more than there are

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char b[4] = {0};
    size_t n = fwrite(b, 1, 5, stdout);
    if (b[0] || n > 4) reach_error();
    return 0;
}
