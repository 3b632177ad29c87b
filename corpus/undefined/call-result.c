// verdict: safe
// twin: call-result-bad.c
// source: own
// about: a function is called through a pointer to its type

static int answer(void) {
    return 42;
}

int main(void) {
    int (*p)(void) = (int (*)(void))answer;
    p();
    return 0;
}
