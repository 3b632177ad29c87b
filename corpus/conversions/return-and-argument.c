// verdict: safe
// twin: return-and-argument-bad.c
// source: own
// about: arguments and results are converted to the declared types

extern void reach_error(void);

static unsigned char low_byte(int x) { return x; }
static int widen(short s) { return s; }

int main(void) {
    if (low_byte(256) != 0)
        reach_error();
    if (low_byte(-1) != 255)
        reach_error();
    if (widen(70000) != 4464)
        reach_error();
    return 0;
}
