// verdict: unsafe(reach)
// line: 12
// twin: first-bit.c
// source: own
// about: another bit is the first

#include <inttypes.h>
#include <strings.h>
extern void reach_error(void);

int main(void) {
    if (ffs(4) != 4 || imaxabs(-3) != 3) reach_error();
    return 0;
}
