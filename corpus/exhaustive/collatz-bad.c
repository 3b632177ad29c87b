// verdict: unsafe(reach)
// line: 22
// twin: collatz.c
// source: own
// about: it has 118 steps

extern void reach_error(void);

int main(void) {
    int longest = 0;
    for (int start = 1; start < 100; start++) {
        int n = start;
        int steps = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            steps++;
        }
        if (steps > longest)
            longest = steps;
    }
    if (longest != 117)
        reach_error();
    return 0;
}
