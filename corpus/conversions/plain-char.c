// verdict: safe
// twin: plain-char-bad.c
// source: own
// about: plain char is signed in both data models, and so is an octal escape

#include <assert.h>

int main(void) {
    char c = 200;
    assert(c == -56);
    assert('\377' == -1);
    assert('A' == 65 && '\n' == 10 && '\x41' == 'A' && '\0' == 0);
    assert(sizeof 'a' == sizeof(int));
    return 0;
}
