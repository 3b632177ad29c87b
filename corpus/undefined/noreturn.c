// verdict: safe
// twin: noreturn-bad.c
// source: own
// about: a function that is declared not to return ends the program

#include <stdlib.h>

_Noreturn static void stop(int code) {
    if (code == 3) exit(0);
}

int main(void) {
    stop(3);
}
