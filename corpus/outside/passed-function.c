// verdict: safe
// twin: passed-function-bad.c
// source: own
// about: a static function that is passed to a function without a body may be called by it

void reach_error(void);
extern void each(void (*f)(int));
static int last;

static void keep(int n) {
    last = n & 7;
}

int main(void) {
    each(keep);
    if (last > 7) reach_error();
    return 0;
}
