// verdict: safe
// twin: factorial-bad.c
// source: own
// about: 12! fits in an int

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 12; i++)
        f *= i;
    if (f != 479001600)
        reach_error();
    return 0;
}
