// verdict: unsafe(undefined)
// line: 13
// twin: call-untold.c
// source: own
// about: the argument is a `long`, the parameter an `int`

static int next(int c) {
    return c + 1;
}

int main(void) {
    int (*step)() = next;
    return step(1L) - 2;
}
