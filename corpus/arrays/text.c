// verdict: safe
// twin: text-bad.c
// source: own
// about: a char array from a string has room for the zero at its end

#include <assert.h>

int main(void) {
    char word[] = "bevel";
    char wide[8] = "ab";
    assert(sizeof word == 6);
    assert(word[0] == 'b' && word[4] == 'l' && word[5] == 0);
    assert(wide[1] == 'b' && wide[2] == 0 && wide[7] == 0);
    int length = 0;
    while (word[length] != '\0')
        length++;
    assert(length == 5);
    return 0;
}
