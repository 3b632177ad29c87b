// verdict: safe
// twin: print-member-bad.c
// source: own
// about: a text fills its array in a record up to the terminator

#include <stdio.h>

struct pair {
    char first[4], second[4];
};

int main(void) {
    struct pair p = {"abc", "ef"};
    printf("%s\n", p.first);
    return 0;
}
