// verdict: unsafe(reach)
// line: 13
// twin: uninitialised-local.c
// source: own
// about: the guard lets through what was never written

extern void reach_error(void);

int main(void) {
    unsigned char mystery;
    int known = mystery;
    if (known > 99 || known < 0)
        reach_error();
    return 0;
}
