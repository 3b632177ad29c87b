// verdict: safe
// twin: power-of-two-bad.c
// source: own
// about: 30 doublings of 1

extern void reach_error(void);

int main(void) {
    int x = 1;
    for (int i = 0; i < 30; i++)
        x = x * 2;
    if (x < 0)
        reach_error();
    return 0;
}
