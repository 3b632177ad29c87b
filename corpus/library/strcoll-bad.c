// verdict: unsafe(reach)
// line: 12
// twin: strcoll.c
// source: own
// about: the texts differ

#include <string.h>
extern void reach_error(void);
int shared = 1;

int main(void) {
    if (strcoll("a", "b") != 0 || shared != 1) reach_error();
    return 0;
}
