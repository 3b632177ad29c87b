// verdict: unsafe(reach)
// line: 15
// twin: constant-pointee.c
// source: own
// about: the element is another one now

#include <assert.h>
#include <string.h>

int main(void) {
    const char *names[3] = {"a", "b", "c"};
    const char **p = names;
    memmove(names, names + 1, 2 * sizeof *names);
    p[2] = p[0];
    assert(names[2][0] == 'c');
    return 0;
}
