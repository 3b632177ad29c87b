// verdict: unsafe(reach)
// line: 14
// twin: long-run.c
// source: own
// about: the last number is another

extern void reach_error(void);

int main(void) {
    unsigned x = 12345;
    for (int i = 0; i < 1000000; i++)
        x = x * 1103515245u + 12345u;
    if (x != 1905486840u)
        reach_error();
    return 0;
}
