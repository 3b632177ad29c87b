// verdict: safe
// twin: strlen-array-bad.c
// source: own
// about: strlen counts up to the terminator, which is written in the middle of a text

#include <string.h>
extern void reach_error(void);

int main(void) {
    char text[] = "hello world";
    text[5] = '\0';
    if (strlen(text) != 5)
        reach_error();
    return 0;
}
