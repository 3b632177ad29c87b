// verdict: unsafe(reach)
// line: 14
// twin: return-and-argument.c
// source: own
// about: 256 does not come back

extern void reach_error(void);

static unsigned char low_byte(int x) { return x; }
static int widen(short s) { return s; }

int main(void) {
    if (low_byte(256) != 256)
        reach_error();
    if (low_byte(-1) != 255)
        reach_error();
    if (widen(70000) != 4464)
        reach_error();
    return 0;
}
