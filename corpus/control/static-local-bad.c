// verdict: unsafe(reach)
// line: 24
// twin: static-local.c
// source: own
// about: the third call returns 12, not 13

extern void reach_error(void);

static int next(void) {
    static int counter = 10;
    return counter++;
}

static int other(void) {
    static int counter;
    counter += 2;
    return counter;
}

int main(void) {
    next();
    next();
    if (next() != 13)
        reach_error();
    if (other() != 2 || other() != 4)
        reach_error();
    return 0;
}
