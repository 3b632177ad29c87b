// verdict: unsafe(undefined)
// line: 11
// twin: null-plus-zero.c
// source: own
// about: a null pointer is moved by nothing

int main(void) {
    int a[2] = {0, 0};
    int there = 0;
    int *p = there ? a : 0;
    p = p + 0;
    return p == a + 1;
}
