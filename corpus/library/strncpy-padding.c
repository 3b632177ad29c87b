// verdict: safe
// twin: strncpy-padding-bad.c
// source: own
// about: `strncpy` copies text onto bytes before it

#include <string.h>

int main(void) {
    char b[8] = "abcx";
    strncpy(b, b + 3, 3);
    return b[0];
}
