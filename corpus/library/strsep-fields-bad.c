// verdict: unsafe(reach)
// line: 16
// twin: strsep-fields.c
// source: own
// about: there are three fields

#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = "a,,b";
    char *rest = line;
    int fields = 0;
    while (strsep(&rest, ",")) fields++;
    assert(fields == 2);
    return 0;
}
