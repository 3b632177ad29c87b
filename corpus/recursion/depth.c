// verdict: safe
// twin: depth-bad.c
// source: own
// about: linear recursion of a known depth, decided by running it

extern void reach_error(void);

static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    if (depth(10) != 10)
        reach_error();
    return 0;
}
