// verdict: safe
// twin: constant-literal-bad.c
// source: own
// about: a compound literal is changed

int main(void) {
    int *p = (int *)(int[]){1, 2};
    *p = 3;
    return p[1] - 2;
}
