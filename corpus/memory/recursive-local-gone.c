// verdict: safe
// twin: recursive-local-gone-bad.c
// source: own
// about: a local of a recursive function is used while its activation lasts

static int *kept;

static int down(int n) {
    int x[1];
    x[0] = n;
    kept = x;
    if (n == 0)
        return *kept;
    return down(n - 1);
}

int main(void) {
    int n = down(2);
    if (n == 1)
        return *kept;
    return 0;
}
