// verdict: safe
// twin: call-untold-bad.c
// source: own
// about: a function is called through a pointer that says nothing of parameters, with an argument of its type

static int next(int c) {
    return c + 1;
}

int main(void) {
    int (*step)() = next;
    return step(1) - 2;
}
