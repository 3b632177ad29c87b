// verdict: safe
// twin: static-local-bad.c
// source: own
// about: a static local keeps its value from call to call

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
    if (next() != 12)
        reach_error();
    if (other() != 2 || other() != 4)
        reach_error();
    return 0;
}
