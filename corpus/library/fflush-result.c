// verdict: safe
// twin: fflush-result-bad.c
// source: own
// about: `fflush` returns 0 or `EOF`

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int r = fflush(stdout);
    if (r == 1) reach_error();
    return 0;
}
