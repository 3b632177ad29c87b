// verdict: safe
// twin: printf-result-bad.c
// source: own
// about: `printf` returns how much it has printed, or something negative

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int n = printf("abc");
    if (n == 4) reach_error();
    return 0;
}
