// verdict: safe
// twin: strcoll-bad.c
// source: own
// about: `strcoll` compares texts and writes nothing

#include <string.h>
extern void reach_error(void);
int shared = 1;

int main(void) {
    if (strcoll("a", "a") != 0 || shared != 1) reach_error();
    return 0;
}
