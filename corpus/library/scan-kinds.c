// verdict: safe
// twin: scan-kinds-bad.c
// source: own
// about: characters, sets, positions and numbers that say their base

#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char pair[3] = "zz", word[8];
    int n = 0, at = -1;
    unsigned u = 0;
    assert(sscanf("12 ", "%d %n", &n, &at) == 1 && n == 12 && at == 3);
    assert(sscanf("0x1Fg", "%i%n", &n, &at) == 1 && n == 31 && at == 4);
    assert(sscanf("-017", "%i", &n) == 1 && n == -15);
    assert(sscanf("0xff", "%x", &u) == 1 && u == 255);
    assert(sscanf("abc", "%2c", pair) == 1 && strcmp(pair, "ab") == 0);
    assert(sscanf("x", "%2c", pair) == 1 && strcmp(pair, "xb") == 0);
    assert(sscanf(" 9", "%c%c", &pair[0], &pair[1]) == 2 && strcmp(pair, " 9") == 0);
    assert(sscanf("50 % of", "%d%%%*1[ ]%7s", &n, word) == 2 && n == 50 && strcmp(word, "of") == 0);
    assert(sscanf("]-^", "%7[]^-]", word) == 1 && strcmp(word, "]-^") == 0);
    assert(sscanf("cab!", "%7[a-c]%n", word, &at) == 1 && strcmp(word, "cab") == 0 && at == 3);
    assert(sscanf(" a", "%7[a-c]", word) == 0 && sscanf("", "%7[^a-c]", word) == -1);
    return 0;
}
