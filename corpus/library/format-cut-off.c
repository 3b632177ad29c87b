// verdict: safe
// twin: format-cut-off-bad.c
// source: own
// about: a sign of per cent is printed

#include <stdio.h>

int main(void) {
    printf("100%%");
    return 0;
}
