// verdict: unsafe(undefined)
// line: 13
// twin: call-promoted.c
// source: own
// about: a function of `short` is called through a pointer that says nothing of parameters: the argument is an `int`

static int next(short c) {
    return c + 1;
}

int main(void) {
    int (*any)() = (int (*)())next;
    return any(-1);
}
