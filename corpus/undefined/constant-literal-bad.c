// verdict: unsafe(undefined)
// line: 9
// twin: constant-literal.c
// source: own
// about: a compound literal of a const type is changed

int main(void) {
    int *p = (int *)(const int[]){1, 2};
    *p = 3;
    return p[1] - 2;
}
