// verdict: safe
// twin: comma-bad.c
// source: own
// about: the comma operator evaluates left to right and has the value of its right side

extern void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    int c = (a = 5, b += a, a + b);
    if (c != 12 || a != 5 || b != 7)
        reach_error();
    int i = 0;
    while (i++, i < 10)
        ;
    if (i != 10)
        reach_error();
    return 0;
}
