// verdict: unsafe(reach)
// twin: digits-behind-guard.c
// line: 27
// source: own
// about: a digit more is let through than the assertion allows

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[8];
    int value = 0, length = __VERIFIER_nondet_int();

    for (int i = 0; i < 8; i++)
        text[i] = __VERIFIER_nondet_char();
    if (length < 0 || length > 8)
        return 0;
    for (int i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 1;
        if (value > 100)
            return 2;
        value = value * 10 + (text[i] - '0');
    }
    assert(value >= 0 && value <= 999);
    return 0;
}
