// verdict: safe
// entry: f
// globals: initial
// twin: entry-initial-bad.c
// source: own
// about: globals have their initial values by a premise

void reach_error(void);
int level = 5;

int f(void) {
    if (level != 5) reach_error();
    return 0;
}
