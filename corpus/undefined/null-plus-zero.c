// verdict: safe
// twin: null-plus-zero-bad.c
// source: own
// about: a pointer into an array is moved by nothing

int main(void) {
    int a[2] = {0, 0};
    int there = 1;
    int *p = there ? a : 0;
    p = p + 0;
    return p == a + 1;
}
