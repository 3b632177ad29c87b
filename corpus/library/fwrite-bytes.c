// verdict: safe
// twin: fwrite-bytes-bad.c
// source: own
// about: `fwrite` reads as many bytes as it is told, and changes none

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char b[4] = {0};
    size_t n = fwrite(b, 1, 4, stdout);
    if (b[0] || n > 4) reach_error();
    return 0;
}
