// verdict: safe
// int: math
// twin: math-factorial-bad.c
// source: own
// about: with --int math 25! is multiplied up exactly and divided down again

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 25; i++)
        f = f * i;
    for (int i = 25; i >= 2; i--)
        f = f / i;
    if (f != 1)
        reach_error();
    return 0;
}
