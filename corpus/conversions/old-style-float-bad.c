// verdict: unsafe(reach)
// line: 18
// twin: old-style-float.c
// source: own
// about: another number is given behind a double

extern void reach_error(void);

static int first(x, y)
    float x;
    char y;
{
    return y;
}

int main(void) {
    if (first(2.5, 260 - 254) != 5)
        reach_error();
    return 0;
}
