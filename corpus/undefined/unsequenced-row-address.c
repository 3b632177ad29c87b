// verdict: safe
// twin: unsequenced-row-address-bad.c
// source: own
// about: the address of an element whose indices are two variables

static int first(const int *p, int more) {
    return *p + more;
}

int main(void) {
    int a[2][2] = {{0}}, i = 0, j = 0;
    return first(&a[j][i++], j);
}
