// verdict: unsafe(reach)
// line: 14
// twin: strchr-split.c
// source: own
// about: the separator is expected at another place

#include <string.h>
extern void reach_error(void);

int main(void) {
    const char *line = "key=value";
    const char *equals = strchr(line, '=');
    if (equals == NULL || equals - line != 4)
        reach_error();
    return 0;
}
