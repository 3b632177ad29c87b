// verdict: unsafe(undefined)
// line: 14
// twin: noreturn.c
// source: own
// about: a function that is declared not to return does

#include <stdlib.h>

_Noreturn static void stop(int code) {
    if (code == 3) exit(0);
}

int main(void) {
    stop(4);
}
