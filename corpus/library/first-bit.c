// verdict: safe
// twin: first-bit-bad.c
// source: own
// about: `ffs` and `imaxabs` are exact

#include <inttypes.h>
#include <strings.h>
extern void reach_error(void);

int main(void) {
    if (ffs(8) != 4 || imaxabs(-3) != 3) reach_error();
    return 0;
}
