// verdict: unsafe(reach)
// line: 11
// twin: plain-char.c
// source: own
// about: a plain char does not hold 200

#include <assert.h>

int main(void) {
    char c = 200;
    assert(c == 200);
    assert('\377' == -1);
    assert('A' == 65 && '\n' == 10 && '\x41' == 'A' && '\0' == 0);
    assert(sizeof 'a' == sizeof(int));
    return 0;
}
