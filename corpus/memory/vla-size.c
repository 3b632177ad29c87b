// verdict: safe
// twin: vla-size-bad.c
// source: own
// about: the sizes of an array are those at its declaration

int main(void) {
    int n = 3;
    int a[n][2], b[6];
    n = 9;
    for (unsigned i = 0; i < sizeof a / sizeof(int) + 0; i++)
        b[i] = 1;
    return sizeof a[0] == 2 * sizeof(int) ? 0 : 1;
}
