// verdict: safe
// twin: strtok-first-bad.c
// source: own
// about: `strtok` begins with a text

#include <string.h>

int main(void) {
    char text[] = "a,b";
    char *word = strtok(text, ",");
    return word == 0;
}
