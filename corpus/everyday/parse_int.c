// verdict: safe
// slow: yes
// twin: parse_int-bad.c
// source: own
// about: strtol-like conversion of a decimal string to int with full range checks

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define TEXT_LEN 14

typedef enum { NUM_OK, NUM_EMPTY, NUM_JUNK, NUM_RANGE } NumStatus;

/*
 * Blanks, an optional sign, at least one digit, nothing else.
 * The number is built up on the negative side, which reaches one further.
 */
static NumStatus parse_int(const char *s, int *out)
{
    while (isspace((unsigned char)*s))
        s++;

    bool negative = (*s == '-');
    if (*s == '-' || *s == '+')
        s++;
    if (*s == '\0')
        return NUM_EMPTY;

    int acc = 0;
    for (; *s != '\0'; s++) {
        if (!isdigit((unsigned char)*s))
            return NUM_JUNK;
        int d = *s - '0';
        if (acc < (INT_MIN + d) / 10)
            return NUM_RANGE;
        acc = acc * 10 - d;
    }
    if (!negative) {
        if (acc == INT_MIN)
            return NUM_RANGE;
        acc = -acc;
    }
    *out = acc;
    return NUM_OK;
}

/* The same value the slow and wide way; TEXT_LEN digits fit a long long. */
static long long wide_value(const char *s)
{
    long long v = 0;
    bool negative = false;

    for (; *s != '\0'; s++) {
        if (*s == '-')
            negative = true;
        else if (*s >= '0' && *s <= '9')
            v = v * 10 + (*s - '0');
    }
    return negative ? -v : v;
}

int main(void)
{
    char text[TEXT_LEN + 1];
    int value = 0;

    unsigned n = __VERIFIER_nondet_uchar() % (TEXT_LEN + 1u);
    for (unsigned i = 0; i < n; i++)
        text[i] = __VERIFIER_nondet_char();
    text[n] = '\0';

    switch (parse_int(text, &value)) {
    case NUM_OK:
        assert(value == wide_value(text));
        printf("%d\n", value);
        return 0;
    case NUM_RANGE:
        puts("out of range");
        return 1;
    case NUM_EMPTY:
        puts("no digits");
        break;
    case NUM_JUNK:
        puts("unexpected character");
        break;
    }
    assert(value == 0);
    return 1;
}
