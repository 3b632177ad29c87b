// verdict: safe
// twin: div-at-once-bad.c
// source: own
// about: the result of div is used at once, so the program never names its type

#include <stdlib.h>

void reach_error(void);

int main(void) {
    int r = div(-42, 2).quot;
    if (r != -21)
        reach_error();
    return 0;
}
