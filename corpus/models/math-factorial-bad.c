// verdict: unsafe(reach)
// line: 17
// int: math
// twin: math-factorial.c
// source: own
// about: it is not 0

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 25; i++)
        f = f * i;
    for (int i = 25; i >= 2; i--)
        f = f / i;
    if (f != 0)
        reach_error();
    return 0;
}
