// verdict: safe
// twin: printf-missing-bad.c
// source: own
// about: surplus arguments are ignored

#include <stdio.h>

int main(void) {
    printf("%d %d\n", 1, 2);
    return 0;
}
