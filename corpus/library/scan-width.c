// verdict: safe
// twin: scan-width-bad.c
// source: own
// about: a number of at most three characters, of which one may be a sign

#include <assert.h>
#include <stdio.h>

int main(void) {
    int n;
    unsigned u;
    if (scanf("%3d", &n) != 1)
        return 0;
    assert(n >= -99 && n <= 999);
    if (scanf("%2u", &u) != 1)
        return 0;
    /* "-5" is read as well, modulo a power of two */
    assert(u <= 99 || u >= -9u);
    return 0;
}
