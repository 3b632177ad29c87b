// verdict: safe
// twin: constant-pointee-bad.c
// source: own
// about: an array of pointers to constants may be changed

#include <assert.h>
#include <string.h>

int main(void) {
    const char *names[3] = {"a", "b", "c"};
    const char **p = names;
    memmove(names, names + 1, 2 * sizeof *names);
    p[2] = p[0];
    assert(names[2][0] == 'b');
    return 0;
}
