// verdict: unsafe(reach)
// line: 14
// twin: strlen-array.c
// source: own
// about: the terminator is one place further on

#include <string.h>
extern void reach_error(void);

int main(void) {
    char text[] = "hello world";
    text[6] = '\0';
    if (strlen(text) != 5)
        reach_error();
    return 0;
}
