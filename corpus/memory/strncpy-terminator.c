// verdict: safe
// twin: strncpy-terminator-bad.c
// source: own
// about: strncpy ends a text that is shorter than the limit with zeros

#include <string.h>

int main(void) {
    char field[6];
    char text[8] = "abcdefg";
    text[5] = '\0';
    strncpy(field, text, 6);
    return (int)strlen(field) & 1;
}
