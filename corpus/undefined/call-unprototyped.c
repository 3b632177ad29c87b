// verdict: safe
// twin: call-unprototyped-bad.c
// source: own
// about: a function is called through a pointer that says nothing of parameters, with all arguments

static int first(int a, int b) {
    return b ? a : 0;
}

int main(void) {
    int (*any)() = first;
    return any(1, 2);
}
