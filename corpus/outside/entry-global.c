// verdict: safe
// entry: f
// twin: entry-global-bad.c
// source: own
// about: a static variable that nothing changes keeps its value until the function is called

void reach_error(void);
static int limit = 5;
static int level = 5;

int f(void) {
    if (limit != 5 || level != 5) reach_error();
    return 0;
}
