// verdict: unsafe(reach)
// line: 27
// twin: population-count.c
// source: own
// about: one of them forgets a bit

extern void reach_error(void);

static int slow(unsigned x) {
    int n = 0;
    for (int i = 0; i < 31; i++)
        n += (x >> i) & 1;
    return n;
}

static int quick(unsigned x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 200; i++) {
        if (slow(x) != quick(x))
            reach_error();
        x = x * 1664525u + 1013904223u;
    }
    return 0;
}
