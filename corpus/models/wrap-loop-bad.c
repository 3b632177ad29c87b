// verdict: unsafe(overflow)
// line: 14
// int: ub
// twin: wrap-loop.c
// source: own
// about: the same program with --int ub: the counter overflows

extern void reach_error(void);

int main(void) {
    int i = 2147483600;
    int turns = 0;
    do {
        i++;
        turns++;
    } while (i > 0);
    if (turns != 48)
        reach_error();
    return 0;
}
