// verdict: unsafe(reach)
// line: 13
// entry: f
// globals: any
// twin: entry-initial.c
// source: own
// about: a global has any value when the function is called

void reach_error(void);
int level = 5;

int f(void) {
    if (level != 5) reach_error();
    return 0;
}
