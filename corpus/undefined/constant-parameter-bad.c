// verdict: unsafe(undefined)
// line: 8
// twin: constant-parameter.c
// source: own
// about: a parameter that is declared const is changed through its address

static int set(const int x) {
    *(int *)&x = 2;
    return x;
}

int main(void) {
    return set(1) - 2;
}
