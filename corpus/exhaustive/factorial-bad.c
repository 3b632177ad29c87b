// verdict: unsafe(overflow)
// line: 12
// twin: factorial.c
// source: own
// about: 13! does not

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 13; i++)
        f *= i;
    if (f != 479001600)
        reach_error();
    return 0;
}
