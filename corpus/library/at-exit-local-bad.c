// verdict: unsafe(deref)
// line: 14
// twin: at-exit-local.c
// source: own
// about: the locals of `main` have ended when handlers run

#include <stdlib.h>

static int *seen;
static int lasting;
static volatile int sink;

static void handler(void) {
    sink = *seen;
}

int main(void) {
    int local = 1;
    seen = 0 ? &lasting : &local;
    return atexit(handler);
}
