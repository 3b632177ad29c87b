// verdict: unsafe(reach)
// line: 29
// twin: square-root.c
// source: own
// about: the root of 1999 is 44

extern void reach_error(void);

static int root(int n) {
    if (n < 2)
        return n;
    int x = n / 2;
    int next = (x + n / x) / 2;
    while (next < x) {
        x = next;
        next = (x + n / x) / 2;
    }
    return x;
}

int main(void) {
    int r = 0;
    for (int n = 0; n < 2000; n++) {
        r = root(n);
        if (r * r > n || (r + 1) * (r + 1) <= n)
            reach_error();
    }
    if (r != 45)
        reach_error();
    return 0;
}
