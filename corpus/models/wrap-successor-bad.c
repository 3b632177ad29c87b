// verdict: unsafe(overflow)
// line: 12
// int: ub
// twin: wrap-successor.c
// source: own
// about: the same program with --int ub: a signed overflow

extern void reach_error(void);

int main(void) {
    int x = 2147483647;
    x = x + 1;
    if (x != -2147483647 - 1)
        reach_error();
    return 0;
}
