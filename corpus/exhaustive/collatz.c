// verdict: safe
// twin: collatz-bad.c
// source: own
// about: the longest way to 1 from a start below 100

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
    if (longest != 118)
        reach_error();
    return 0;
}
