// verdict: unsafe(bounds)
// line: 14
// twin: strncpy-terminator.c
// source: own
// about: strncpy writes no terminator if the text is as long as the limit

#include <string.h>

int main(void) {
    char field[6];
    char text[8] = "abcdefg";
    text[6] = '\0';
    strncpy(field, text, 6);
    return (int)strlen(field) & 1;
}
