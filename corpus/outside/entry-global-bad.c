// verdict: unsafe(reach)
// line: 13
// entry: f
// twin: entry-global.c
// source: own
// about: a global has any value when the function is called

void reach_error(void);
static int limit = 5;
int level = 5;

int f(void) {
    if (limit != 5 || level != 5) reach_error();
    return 0;
}
