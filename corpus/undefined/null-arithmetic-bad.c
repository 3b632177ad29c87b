// verdict: unsafe(undefined)
// line: 9
// twin: null-arithmetic.c
// source: own
// about: arithmetic on a null pointer

int main(void) {
    char *p = 0;
    char *q = p + 1;
    return q != 0;
}
