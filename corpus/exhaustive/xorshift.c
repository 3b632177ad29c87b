// verdict: safe
// twin: xorshift-bad.c
// source: own
// about: a random generator by shifts never falls to 0

extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    if (x != 270369)
        reach_error();
    for (int i = 0; i < 20000; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        if (x == 0)
            reach_error();
    }
    return 0;
}
