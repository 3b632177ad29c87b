// verdict: safe
// twin: at-exit-local-bad.c
// source: own
// about: what a handler reads lives as long as the program

#include <stdlib.h>

static int *seen;
static int lasting;
static volatile int sink;

static void handler(void) {
    sink = *seen;
}

int main(void) {
    int local = 1;
    seen = 1 ? &lasting : &local;
    return atexit(handler);
}
