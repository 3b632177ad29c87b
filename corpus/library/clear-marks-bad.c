// verdict: unsafe(reach)
// line: 13
// twin: clear-marks.c
// source: own
// about: the marks are taken from another stream

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    getchar();
    clearerr(stdout);
    if (ferror(stdin) || feof(stdin)) reach_error();
    return 0;
}
