// verdict: safe
// twin: dangling-local-bad.c
// source: own
// about: the address of a local is kept in a global but not used after the function has returned

extern int __VERIFIER_nondet_int(void);

static int fallback = 1;
static int *current = &fallback;

static void enter(int depth) {
    int local = depth;
    current = &local;
    *current = 2;
    if (depth != -1)
        current = &fallback;
}

int main(void) {
    int depth = __VERIFIER_nondet_int();
    if (depth < 0)
        return 0;
    enter(depth);
    *current = 3;
    return 0;
}
