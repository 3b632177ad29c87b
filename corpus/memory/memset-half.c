// verdict: unknown
// todo: safe
// data-model: ilp32
// twin: memset-half-bad.c
// source: own
// about: memset covers one element and a half; the half is not understood, and must not be taken for all or nothing

#include <string.h>

extern void reach_error(void);

int main(void) {
    long long a[2] = {-1, -1};
    memset(a, 0, 12);
    if (a[1] == 0)
        reach_error();
    return 0;
}
