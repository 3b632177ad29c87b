// verdict: unsafe(reach)
// line: 12
// data-model: ilp32
// twin: size-of-long.c
// source: own
// about: the same program: long has 4 bytes in ilp32

extern void reach_error(void);

int main(void) {
    if (sizeof(long) != 8 || sizeof(unsigned long) != sizeof(long))
        reach_error();
    return 0;
}
