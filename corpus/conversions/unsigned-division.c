// verdict: safe
// twin: unsigned-division-bad.c
// source: own
// about: a negative dividend becomes unsigned before it is divided by an unsigned number

extern void reach_error(void);

int main(void) {
    int x = -10;
    unsigned ten = 10;
    if (x / ten != 429496728u)
        reach_error();
    if (x % 3u != 0)
        reach_error();
    return 0;
}
