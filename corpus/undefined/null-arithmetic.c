// verdict: safe
// twin: null-arithmetic-bad.c
// source: own
// about: null plus 0 is null

int main(void) {
    char *p = 0;
    char *q = p + 0;
    return q != 0;
}
