// verdict: unsafe(reach)
// line: 12
// twin: stream-marks.c
// source: own
// about: an end is not the only reason

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int c = getchar(), error = ferror(stdin);
    if (c == EOF && !feof(stdin) && !0) reach_error();
    return 0;
}
