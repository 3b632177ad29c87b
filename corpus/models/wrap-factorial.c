// verdict: safe
// int: wrap
// twin: wrap-factorial-bad.c
// source: own
// about: with --int wrap 13! is computed modulo 2^32

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 13; i++)
        f *= i;
    if (f != 1932053504)
        reach_error();
    return 0;
}
