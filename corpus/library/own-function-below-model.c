// verdict: safe
// twin: own-function-below-model-bad.c
// source: own
// about: a function of the program with the name of a library function that another one calls: each keeps its own

#include <strings.h>

extern void reach_error(void);

static int tolower(int c) {
    return 1;
}

int main(void) {
    if (strcasecmp("b", "B") != 0 || strcasecmp("a", "b") == 0 || tolower('x') != 1)
        reach_error();
    return 0;
}
