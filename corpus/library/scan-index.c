// verdict: safe
// twin: scan-index-bad.c
// source: own
// about: where a number is stored is known before the first is read

#include <assert.h>
#include <stdio.h>

int main(void) {
    int i = 0, a[4] = {0, 0, 0, 0};
    if (scanf("%d %d", &i, &a[i]) != 2)
        return 0;
    assert(a[1] == 0 && a[2] == 0 && a[3] == 0);
    return 0;
}
