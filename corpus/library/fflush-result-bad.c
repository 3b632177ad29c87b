// verdict: unsafe(reach)
// line: 12
// twin: fflush-result.c
// source: own
// about: it returns 0

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int r = fflush(stdout);
    if (r == 0) reach_error();
    return 0;
}
