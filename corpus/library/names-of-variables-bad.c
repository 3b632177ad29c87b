// verdict: unsafe(reach)
// line: 20
// twin: names-of-variables.c
// source: own
// about: a variable with the name of a library function has a text that is longer

#include <string.h>

extern void reach_error(void);

static int time = 3;
static const char *remove = "abcd";
enum { rand = 4 };

int main(void) {
    char text[8];
    strcpy(text, remove);
    time += rand;
    if (time == 7 && strlen(text) != 3)
        reach_error();
    return 0;
}
