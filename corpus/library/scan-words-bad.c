// verdict: unsafe(bounds)
// line: 13
// twin: scan-words.c
// source: own
// about: words from standard input that fit with their terminator

#include <assert.h>
#include <stdio.h>

int main(void) {
    char word[16];
    int count = 0;
    while (count < 1000 && scanf("%16s", word) == 1) {
        assert(word[0] != ' ' && word[0] != '\n');
        count++;
    }
    printf("%d\n", count);
    return 0;
}
