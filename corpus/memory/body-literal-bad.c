// verdict: unsafe(deref)
// line: 12
// twin: body-literal.c
// source: own
// about: a compound literal in the body of a loop is used behind it

int main(void) {
    int n = 0;
    int *p = &n, *q = &n;
    while (*(q = &(int){n}) < 3)
        n = *(p = &(int){*q}) + 1, p = n < 3 ? &n : p;
    return *p;
}
