// verdict: safe
// twin: old-style-float-bad.c
// source: own
// about: a parameter of type float in an old definition gets a double

extern void reach_error(void);

static int first(x, y)
    float x;
    char y;
{
    return y;
}

int main(void) {
    if (first(2.5, 260 - 255) != 5)
        reach_error();
    return 0;
}
