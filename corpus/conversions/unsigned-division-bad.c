// verdict: unsafe(reach)
// line: 13
// twin: unsigned-division.c
// source: own
// about: -10 / 10u is not -1

extern void reach_error(void);

int main(void) {
    int x = -10;
    unsigned ten = 10;
    if (x / ten != -1)
        reach_error();
    if (x % 3u != 0)
        reach_error();
    return 0;
}
