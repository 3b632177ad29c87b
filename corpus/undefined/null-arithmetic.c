// verdict: safe
// twin: null-arithmetic-bad.c
// source: own
// about: a pointer to an object is moved by one

int main(void) {
    char c = 0;
    int there = 1;
    char *p = there ? &c : 0;
    char *q = p + 1;
    return q == 0;
}
