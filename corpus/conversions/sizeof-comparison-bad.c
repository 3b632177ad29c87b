// verdict: unsafe(reach)
// line: 12
// twin: sizeof-comparison.c
// source: own
// about: 3 is below the size of an int

extern void reach_error(void);

int main(void) {
    int i = 3;
    if (i < sizeof i)
        reach_error();
    return 0;
}
