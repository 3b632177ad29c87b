// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-lvalue.c
// source: own
// about: the other index is read without an order, and the element is only written

int main(void) {
    int a[2][2] = {{0}}, i = 0, j = 1;
    a[i++][i] = 1;
    return a[0][1] + i + j - 3;
}
