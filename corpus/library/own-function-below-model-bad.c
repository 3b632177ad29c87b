// verdict: unsafe(reach)
// line: 17
// twin: own-function-below-model.c
// source: own
// about: the texts differ in more than their case

#include <strings.h>

extern void reach_error(void);

static int tolower(int c) {
    return 1;
}

int main(void) {
    if (strcasecmp("b", "C") != 0 || strcasecmp("a", "b") == 0 || tolower('x') != 1)
        reach_error();
    return 0;
}
