// verdict: unsafe(reach)
// line: 17
// twin: passed-function.c
// source: own
// about: a static function that is passed to a function without a body sets a static variable

void reach_error(void);
extern void each(void (*f)(int));
static int last;

static void keep(int n) {
    last = n & 7;
}

int main(void) {
    each(keep);
    if (last > 6) reach_error();
    return 0;
}
