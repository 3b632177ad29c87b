// verdict: unsafe(bounds)
// line: 15
// twin: print-member.c
// source: own
// about: the array ends before the text does, though the record goes on

#include <stdio.h>

struct pair {
    char first[4], second[4];
};

int main(void) {
    struct pair p = {"abcd", "ef"};
    printf("%s\n", p.first);
    return 0;
}
