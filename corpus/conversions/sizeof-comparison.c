// verdict: safe
// twin: sizeof-comparison-bad.c
// source: own
// about: sizeof is unsigned, so -1 is not below it

extern void reach_error(void);

int main(void) {
    int i = -1;
    if (i < sizeof i)
        reach_error();
    return 0;
}
