// verdict: unsafe(reach)
// line: 14
// twin: div-at-once.c
// source: own
// about: the result of div is used at once, so the program never names its type

#include <stdlib.h>

void reach_error(void);

int main(void) {
    int r = div(-42, 2).quot;
    if (r != -22)
        reach_error();
    return 0;
}
