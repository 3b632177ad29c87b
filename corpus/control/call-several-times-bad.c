// verdict: unsafe(reach)
// line: 21
// twin: call-several-times.c
// source: own
// about: the calls add up to 29

extern void reach_error(void);

static int twice(int x) {
    int y = x;
    x = x + y;
    return x;
}

static int four_times(int x) { return twice(twice(x)); }

int main(void) {
    int x = 3;
    int sum = twice(x) + four_times(x) + four_times(twice(1)) + x;
    if (sum != 30)
        reach_error();
    return 0;
}
