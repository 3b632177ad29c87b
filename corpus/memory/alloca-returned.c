// verdict: safe
// twin: alloca-returned-bad.c
// source: own
// about: blocks of alloca are used before the function that made them returns

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
    if (n == 3)
        return *kept;
    return 0;
}
