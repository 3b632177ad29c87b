// verdict: safe
// data-model: lp64
// twin: size-of-long-bad.c
// source: own
// about: long has 8 bytes in lp64

extern void reach_error(void);

int main(void) {
    if (sizeof(long) != 8 || sizeof(unsigned long) != sizeof(long))
        reach_error();
    return 0;
}
