// verdict: safe
// twin: clear-marks-bad.c
// source: own
// about: `clearerr` takes both marks away

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    getchar();
    clearerr(stdin);
    if (ferror(stdin) || feof(stdin)) reach_error();
    return 0;
}
