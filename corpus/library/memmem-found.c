// verdict: safe
// twin: memmem-found-bad.c
// source: own
// about: bytes are found among others

#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);

int main(void) {
    const char *text = "abcd";
    const char *found = memmem(text, 4, "bc", 2);
    if (found != text + 1) reach_error();
    return 0;
}
