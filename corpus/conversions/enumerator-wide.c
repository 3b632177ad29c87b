// verdict: safe
// twin: enumerator-wide-bad.c
// source: own
// about: an enumerator that is no int has the type of its enumeration, which is unsigned if no value is negative (GNU C)

extern void reach_error(void);

enum flags { LOW = 1, HIGH = 0x100000000 };

int main(void) {
    if (-1 < LOW && -1 < HIGH)
        reach_error();
    return 0;
}
