// verdict: unknown
// todo: unsafe(reach)
// data-model: ilp32
// twin: memset-half.c
// source: own
// about: half of the second element is zero; the half is not understood

#include <string.h>

extern void reach_error(void);

int main(void) {
    long long a[2] = {-1, -1};
    memset(a, 0, 12);
    if (a[1] == -4294967296)
        reach_error();
    return 0;
}
