// verdict: unsafe(deref)
// line: 12
// twin: strchr-null.c
// source: own
// about: a character that does not occur is looked for, and the null pointer is used

#include <string.h>

int main(void) {
    char line[] = "a,b;c";
    char *found = strchr(line, ':');
    *found = '\0';
    return 0;
}
