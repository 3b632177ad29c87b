// verdict: safe
// slow: yes
// twin: roman_numerals-bad.c
// source: own
// about: numbers to roman numerals and back

#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

// MMMDCCCLXXXVIII is the longest numeral below 4000
#define ROMAN_SIZE 16
#define ROMAN_LIMIT 3999

struct step {
    int value;
    const char *letters;
};

static const struct step steps[] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" },
    { 100, "C" },  { 90, "XC" },  { 50, "L" },  { 40, "XL" },
    { 10, "X" },   { 9, "IX" },   { 5, "V" },   { 4, "IV" },
    { 1, "I" },
};

#define NSTEPS (sizeof steps / sizeof steps[0])

// buf must have room for ROMAN_SIZE characters; 1 <= n <= ROMAN_LIMIT
static void to_roman(int n, char *buf)
{
    size_t len = 0;
    for (size_t i = 0; i < NSTEPS; i++) {
        while (n >= steps[i].value) {
            for (const char *p = steps[i].letters; *p; p++)
                buf[len++] = *p;
            n -= steps[i].value;
        }
    }
    assert(n == 0);
    buf[len] = '\0';
}

static int letter_value(char c)
{
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    default:  return 0;
    }
}

static int from_roman(const char *s)
{
    int total = 0;
    for (size_t i = 0; s[i] != '\0'; i++) {
        int here = letter_value(s[i]);
        int after = letter_value(s[i + 1]);
        if (here < after)
            total -= here;
        else
            total += here;
    }
    return total;
}

int main(void)
{
    char text[ROMAN_SIZE];

    int year = __VERIFIER_nondet_int();
    if (year < 1 || year > ROMAN_LIMIT) {
        printf("%d has no roman numeral\n", year);
        return 1;
    }
    to_roman(year, text);
    printf("%d = %s\n", year, text);
    assert(from_roman(text) == year);
    assert(strstr(text, "IIII") == NULL);
    return 0;
}
