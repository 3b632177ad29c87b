// verdict: unsafe(deref)
// line: 24
// twin: alloca-returned.c
// source: own
// about: a block of alloca, one of many, is used after the function that made it

#include <alloca.h>

static int *kept;

static int last(int rounds) {
    int *p = 0;
    for (int i = 0; i < rounds; i++) {
        p = alloca(sizeof *p);
        *p = i;
    }
    kept = p;
    return *p;
}

int main(void) {
    int n = last(3);
    if (n == 2)
        return *kept;
    return 0;
}
