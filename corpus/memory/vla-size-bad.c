// verdict: unsafe(bounds)
// line: 12
// twin: vla-size.c
// source: own
// about: the size after the declaration is taken for the array's

int main(void) {
    int n = 3;
    int a[n][2], b[6];
    n = 9;
    for (unsigned i = 0; i < sizeof a / sizeof(int) + 1; i++)
        b[i] = 1;
    return sizeof a[0] == 2 * sizeof(int) ? 0 : 1;
}
