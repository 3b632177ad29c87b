// verdict: safe
// twin: two-dimensions-bad.c
// source: own
// about: rows and columns each have their bound

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[3][4] = {{0}};
    int row = __VERIFIER_nondet_int();
    int column = __VERIFIER_nondet_int();
    if (row < 0 || row >= 2 || column < 0 || column > 3)
        return 0;
    m[row][column] = 1;
    return m[0][0];
}
