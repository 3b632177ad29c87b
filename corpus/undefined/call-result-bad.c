// verdict: unsafe(undefined)
// line: 13
// twin: call-result.c
// source: own
// about: a function is called through a pointer to a function that returns nothing

static int answer(void) {
    return 42;
}

int main(void) {
    void (*p)(void) = (void (*)(void))answer;
    p();
    return 0;
}
