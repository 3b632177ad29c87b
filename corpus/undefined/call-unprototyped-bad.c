// verdict: unsafe(undefined)
// line: 13
// twin: call-unprototyped.c
// source: own
// about: a function is called through a pointer that says nothing of parameters, and an argument is missing

static int first(int a, int b) {
    return b ? a : 0;
}

int main(void) {
    int (*any)() = first;
    return any(1);
}
