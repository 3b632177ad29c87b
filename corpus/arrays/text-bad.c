// verdict: unsafe(reach)
// line: 12
// twin: text.c
// source: own
// about: its size is 6

#include <assert.h>

int main(void) {
    char word[] = "bevel";
    char wide[8] = "ab";
    assert(sizeof word == 5);
    assert(word[0] == 'b' && word[4] == 'l' && word[5] == 0);
    assert(wide[1] == 'b' && wide[2] == 0 && wide[7] == 0);
    int length = 0;
    while (word[length] != '\0')
        length++;
    assert(length == 5);
    return 0;
}
