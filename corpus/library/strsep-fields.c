// verdict: safe
// twin: strsep-fields-bad.c
// source: own
// about: `strsep` finds empty fields

#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = "a,,b";
    char *rest = line;
    int fields = 0;
    while (strsep(&rest, ",")) fields++;
    assert(fields == 3);
    return 0;
}
