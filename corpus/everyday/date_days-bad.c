// verdict: unsafe(reach)
// slow: yes
// line: 95
// twin: date_days.c
// source: own
// about: years divisible by 400 are not taken for leap years

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define FIRST_YEAR 1583
#define LAST_YEAR 9999

struct date {
    int year;
    int month;
    int day;
};

static bool is_leap(int y)
{
    return y % 4 == 0 && y % 100 != 0;
}

static int days_in_month(int y, int m)
{
    static const int len[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return m == 2 && is_leap(y) ? 29 : len[m - 1];
}

static bool is_valid(struct date d)
{
    return d.year >= FIRST_YEAR && d.year <= LAST_YEAR
        && d.month >= 1 && d.month <= 12
        && d.day >= 1 && d.day <= days_in_month(d.year, d.month);
}

/* days since the (proleptic) 31 December of year 0 */
static int day_number(struct date d)
{
    int y = d.year - 1;
    int n = y * 365 + y / 4 - y / 100 + y / 400;

    for (int m = 1; m < d.month; m++)
        n += days_in_month(d.year, m);
    return n + d.day;
}

static int days_between(struct date from, struct date to)
{
    return day_number(to) - day_number(from);
}

static struct date next_day(struct date d)
{
    if (d.day < days_in_month(d.year, d.month)) {
        d.day++;
        return d;
    }
    d.day = 1;
    if (d.month < 12) {
        d.month++;
    } else {
        d.month = 1;
        d.year++;
    }
    return d;
}

int main(void)
{
    struct date start;

    start.year = __VERIFIER_nondet_int();
    start.month = __VERIFIER_nondet_int();
    start.day = __VERIFIER_nondet_int();
    if (!is_valid(start)) {
        puts("not a date");
        return 1;
    }

    int steps = __VERIFIER_nondet_uchar() % 40;
    struct date end = start;
    for (int i = 0; i < steps; i++)
        end = next_day(end);

    printf("%04d-%02d-%02d + %d = %04d-%02d-%02d\n", start.year, start.month,
           start.day, steps, end.year, end.month, end.day);
    assert(end.year - start.year <= 1);
    assert(days_between(start, end) == steps);
    return 0;
}
