// verdict: safe
// twin: names-of-variables-bad.c
// source: own
// about: variables and constants that have the names of library functions

#include <string.h>

extern void reach_error(void);

static int time = 3;
static const char *remove = "abc";
enum { rand = 4 };

int main(void) {
    char text[8];
    strcpy(text, remove);
    time += rand;
    if (time == 7 && strlen(text) != 3)
        reach_error();
    return 0;
}
