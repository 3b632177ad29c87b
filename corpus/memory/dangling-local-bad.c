// verdict: unsafe(deref)
// line: 25
// twin: dangling-local.c
// source: own
// about: the address of a local is used after the function has returned

extern int __VERIFIER_nondet_int(void);

static int fallback = 1;
static int *current = &fallback;

static void enter(int depth) {
    int local = depth;
    current = &local;
    *current = 2;
    if (depth != 5)
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
