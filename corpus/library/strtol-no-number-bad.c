// verdict: unsafe(reach)
// line: 16
// twin: strtol-no-number.c
// source: own
// about: where there is no number `errno` may be something else than ERANGE

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char *end;
    errno = 0;
    long n = strtol("none", &end, 10);
    assert(n == 0 && *end == 'n');
    assert(errno == 0 || errno == ERANGE);
    return 0;
}
