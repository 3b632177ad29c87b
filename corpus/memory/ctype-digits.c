// verdict: safe
// twin: ctype-digits-bad.c
// source: own
// about: the three digits that <ctype.h> lets through make a small number

#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int number = 0;
    for (int i = 0; i < 3; i++) {
        int c = __VERIFIER_nondet_uchar();
        if (!isdigit(c))
            return 0;
        number = number * 10 + (c - '0');
    }
    return 2147483 * number > 7;
}
