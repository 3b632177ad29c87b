// verdict: safe
// twin: strchr-null-bad.c
// source: own
// about: a character that occurs in the text is found

#include <string.h>

int main(void) {
    char line[] = "a,b;c";
    char *found = strchr(line, ';');
    *found = '\0';
    return 0;
}
