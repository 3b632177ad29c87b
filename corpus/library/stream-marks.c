// verdict: safe
// twin: stream-marks-bad.c
// source: own
// about: where nothing can be read there is an end or an error

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int c = getchar(), error = ferror(stdin);
    if (c == EOF && !feof(stdin) && !error) reach_error();
    return 0;
}
