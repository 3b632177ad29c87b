// verdict: safe
// twin: strchr-split-bad.c
// source: own
// about: strchr finds the separator, and the difference of pointers is the length of the key

#include <string.h>
extern void reach_error(void);

int main(void) {
    const char *line = "key=value";
    const char *equals = strchr(line, '=');
    if (equals == NULL || equals - line != 3)
        reach_error();
    return 0;
}
