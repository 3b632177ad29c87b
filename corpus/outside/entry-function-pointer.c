// verdict: safe
// entry: f
// twin: entry-function-pointer-bad.c
// source: own
// about: a pointer to a function holds one of the functions that are stored there

void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick)(void) = one;

void choose(void) { pick = two; }

int f(void) {
    if (pick() > 2) reach_error();
    return 0;
}
