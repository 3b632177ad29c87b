// verdict: unsafe(undefined)
// line: 11
// twin: null-arithmetic.c
// source: own
// about: arithmetic on a null pointer

int main(void) {
    char c = 0;
    int there = 0;
    char *p = there ? &c : 0;
    char *q = p + 1;
    return q == 0;
}
