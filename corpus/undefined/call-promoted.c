// verdict: safe
// twin: call-promoted-bad.c
// source: own
// about: a function of `int` is called through a pointer that says nothing of parameters

static int next(int c) {
    return c + 1;
}

int main(void) {
    int (*any)() = (int (*)())next;
    return any(-1);
}
