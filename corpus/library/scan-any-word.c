// verdict: safe
// twin: scan-any-word-bad.c
// source: own
// about: a word that is read without a width may be too long for any buffer

#include <stdio.h>

int main(void) {
    char word[8];
    if (scanf("%7s", word) != 1)
        return 0;
    return word[0] == 'q';
}
