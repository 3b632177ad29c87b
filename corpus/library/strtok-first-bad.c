// verdict: unsafe(deref)
// line: 11
// twin: strtok-first.c
// source: own
// about: the first call has no text

#include <string.h>

int main(void) {
    char text[] = "a,b";
    char *word = strtok(0, ",");
    return word == 0;
}
