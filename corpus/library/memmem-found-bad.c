// verdict: unsafe(reach)
// line: 14
// twin: memmem-found.c
// source: own
// about: they do not stand there together

#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);

int main(void) {
    const char *text = "abcd";
    const char *found = memmem(text, 4, "bd", 2);
    if (found != text + 1) reach_error();
    return 0;
}
