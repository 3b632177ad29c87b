// verdict: unknown
// todo: safe
// twin: recursion-bad.c
// source: own
// about: recursion is not understood yet and must not be guessed

extern void reach_error(void);

static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    if (depth(10) != 10)
        reach_error();
    return 0;
}
