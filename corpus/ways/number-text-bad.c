// verdict: unsafe(reach)
// twin: number-text.c
// source: own
// about: the first digit is left out from the back

#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { DIGITS = 8 };

/* the digits in front; -1 if there are none */
static int length(const char *s)
{
    int n = 0;

    while (isdigit((unsigned char)s[n]))
        n++;
    return n > 0 ? n : -1;
}

int main(void)
{
    char text[DIGITS + 1];
    int used = __VERIFIER_nondet_uchar() % (DIGITS + 1);

    for (int i = 0; i < used; i++)
        text[i] = __VERIFIER_nondet_char();
    text[used] = '\0';

    int n = length(text);
    if (n < 0)
        return 1;
    int value = 0, other = 0, weight = 1;
    for (int i = 0; i < n; i++)
        value = 10 * value + (text[i] - '0');
    for (int i = n - 1; i > 0; i--) {
        other += weight * (text[i] - '0');
        weight *= 10;
    }
    assert(value == other);
    return 0;
}
