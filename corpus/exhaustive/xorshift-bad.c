// verdict: unsafe(reach)
// line: 15
// twin: xorshift.c
// source: own
// about: its first number is known

extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    if (x != 270368)
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
