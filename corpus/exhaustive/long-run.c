// verdict: safe
// twin: long-run-bad.c
// source: own
// about: a million turns without input, whose only proof is to run them

extern void reach_error(void);

int main(void) {
    unsigned x = 12345;
    for (int i = 0; i < 1000000; i++)
        x = x * 1103515245u + 12345u;
    if (x != 1905486841u)
        reach_error();
    return 0;
}
