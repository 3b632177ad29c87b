// verdict: safe
// twin: scan-text-bad.c
// source: own
// about: the words and numbers that `sscanf` finds in a text, and how many of them

#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4], rest[8];
    int n = 0;
    unsigned char h = 0;
    assert(sscanf("set  -42,7f", "%3s %d,%2hhx", word, &n, &h) == 3);
    assert(strcmp(word, "set") == 0 && n == -42 && h == 0x7f);
    assert(sscanf("", "%d", &n) == -1);
    assert(sscanf("x", "%d", &n) == 0);
    assert(sscanf("-x", "%d", &n) == 0);
    assert(sscanf("  ", "%d", &n) == -1);
    assert(sscanf("-42;", "%d,%d", &n, &n) == 1 && sscanf("-42", "%d,%d", &n, &n) == 1);
    assert(sscanf("12 y", "%*d %7s %d", rest, &n) == 1 && n == -42);
    assert(sscanf("abcdef", "%3s%7s", word, rest) == 2);
    assert(strcmp(word, "abc") == 0 && strcmp(rest, "def") == 0);
    return 0;
}
