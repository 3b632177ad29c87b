// verdict: unsafe(undefined)
// line: 9
// twin: unsequenced-index.c
// source: own
// about: the index is read and changed without an order

int main(void) {
    int a[4] = {0}, i = 1, j = 1;
    a[i] = i++;
    return a[1] + i + j;
}
