// verdict: unsafe(undefined)
// line: 13
// twin: unsequenced-row-address.c
// source: own
// about: the address of an element whose index is read and changed without an order

static int first(const int *p, int more) {
    return *p + more;
}

int main(void) {
    int a[2][2] = {{0}}, i = 0, j = 0;
    return first(&a[i][i++], j);
}
