// verdict: unsafe(reach)
// line: 13
// twin: depth.c
// source: own
// about: the depth is 10

extern void reach_error(void);

static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    if (depth(10) != 9)
        reach_error();
    return 0;
}
