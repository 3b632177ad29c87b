// verdict: safe
// twin: errno-bad.c
// source: own
// about: `errno` is an object of the library that `strtol` sets where a number is too large

#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long n = strtol("99999999999999999999", 0, 10);
    if (n > 0 && errno != ERANGE) reach_error();
    return 0;
}
