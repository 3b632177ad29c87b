// verdict: unsafe(undefined)
// line: 9
// twin: leave-row.c
// source: own
// about: a pointer leaves its row of an array of arrays

int main(void) {
    int a[2][3] = {{0}};
    int *p = &a[0][4];
    return p == 0;
}
