// verdict: unsafe(bounds)
// line: 15
// twin: two-dimensions.c
// source: own
// about: the element after the end of a row is inside the array but not inside the row

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[3][4] = {{0}};
    int row = __VERIFIER_nondet_int();
    int column = __VERIFIER_nondet_int();
    if (row < 0 || row >= 2 || column < 0 || column > 4)
        return 0;
    m[row][column] = 1;
    return m[0][0];
}
