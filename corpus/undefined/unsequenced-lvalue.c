// verdict: safe
// twin: unsequenced-lvalue-bad.c
// source: own
// about: one index is changed, the other index is another variable

int main(void) {
    int a[2][2] = {{0}}, i = 0, j = 1;
    a[i++][j] = 1;
    return a[0][1] + i + j - 3;
}
