// verdict: safe
// twin: body-literal-bad.c
// source: own
// about: the body of a loop is a block without braces as well, and its condition belongs to the loop

int main(void) {
    int n = 0;
    int *p = &n, *q = &n;
    while (*(q = &(int){n}) < 3)
        n = *(p = &(int){*q}) + 1, p = n < 4 ? &n : p;
    return *p;
}
