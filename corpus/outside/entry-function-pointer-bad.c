// verdict: unsafe(reach)
// line: 16
// entry: f
// twin: entry-function-pointer.c
// source: own
// about: a pointer to a function holds a function that is stored there

void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick)(void) = one;

void choose(void) { pick = two; }

int f(void) {
    if (pick() > 1) reach_error();
    return 0;
}
