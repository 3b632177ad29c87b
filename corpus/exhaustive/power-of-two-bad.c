// verdict: unsafe(overflow)
// line: 12
// twin: power-of-two.c
// source: own
// about: 31 doublings of 1

extern void reach_error(void);

int main(void) {
    int x = 1;
    for (int i = 0; i < 31; i++)
        x = x * 2;
    if (x < 0)
        reach_error();
    return 0;
}
