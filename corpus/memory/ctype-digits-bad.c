// verdict: unsafe(overflow)
// line: 18
// twin: ctype-digits.c
// source: own
// about: four digits make a number that is too large

#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int number = 0;
    for (int i = 0; i < 4; i++) {
        int c = __VERIFIER_nondet_uchar();
        if (!isdigit(c))
            return 0;
        number = number * 10 + (c - '0');
    }
    return 2147483 * number > 7;
}
