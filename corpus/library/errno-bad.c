// verdict: unsafe(reach)
// line: 14
// twin: errno.c
// source: own
// about: the number is not too large, so `errno` stays 0

#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long n = strtol("9999", 0, 10);
    if (n > 0 && errno != ERANGE) reach_error();
    return 0;
}
