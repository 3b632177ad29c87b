// verdict: unsafe(reach)
// line: 13
// twin: enumerator-wide.c
// source: own
// about: the enumerator is an int

extern void reach_error(void);

enum flags { LOW = 1, HIGH = 0x10000000 };

int main(void) {
    if (-1 < LOW && -1 < HIGH)
        reach_error();
    return 0;
}
