// verdict: safe
// twin: call-several-times-bad.c
// source: own
// about: each call has its own parameters and locals

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
    if (sum != 29)
        reach_error();
    return 0;
}
