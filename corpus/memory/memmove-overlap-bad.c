// verdict: unsafe(reach)
// line: 14
// twin: memmove-overlap.c
// source: own
// about: the elements are expected one place off

#include <string.h>
extern void reach_error(void);

int main(void) {
    int a[6] = {0, 1, 2, 3, 4, 5};
    memmove(a + 1, a, 5 * sizeof a[0]);
    if (a[5] != 4 || a[1] != 0 || a[1 + 1] != 0)
        reach_error();
    return 0;
}
