// verdict: unknown
// todo: unsafe(bounds)
// slow: yes
// twin: calendar.c
// source: own
// about: the month length forgets the 400-year rule, day 366 of the year 2000 runs past December in the month table

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Converts "YEAR DAY-OF-YEAR" lines to dates (Gregorian calendar). */

#define YEAR_MIN 1583
#define YEAR_MAX 9999

struct date {
  int year;
  int month;   /* 1..12 */
  int day;     /* 1..31 */
};

static const int month_days[12] = {
  31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
};

static bool is_leap(int year)
{
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_year(int year)
{
  return is_leap(year) ? 366 : 365;
}

static int days_in_month(int year, int month)
{
  int days = month_days[month - 1];
  if (month == 2 && year % 4 == 0 && year % 100 != 0)
    days++;
  return days;
}

static struct date from_day_of_year(int year, int doy)
{
  struct date d = { year, 1, doy };

  while (d.day > days_in_month(year, d.month)) {
    d.day -= days_in_month(year, d.month);
    d.month++;
  }
  return d;
}

static int to_day_of_year(const struct date *d)
{
  int doy = d->day;
  for (int m = 1; m < d->month; m++)
    doy += days_in_month(d->year, m);
  return doy;
}

/* Two numbers separated by white space, nothing else on the line. */
static bool parse(const char *s, long *a, long *b)
{
  char *end;

  *a = strtol(s, &end, 10);
  if (end == s || (*end != ' ' && *end != '\t'))
    return false;
  s = end;
  *b = strtol(s, &end, 10);
  return end != s && (*end == '\n' || *end == '\0');
}

int main(void)
{
  char line[80];
  long year, doy;
  int errors = 0;

  for (int n = 1; n <= 200 && fgets(line, sizeof line, stdin); n++) {
    if (!parse(line, &year, &doy) || year < YEAR_MIN || year > YEAR_MAX
        || doy < 1 || doy > days_in_year((int)year)) {
      fprintf(stderr, "line %d: invalid\n", n);
      errors++;
      continue;
    }
    struct date d = from_day_of_year((int)year, (int)doy);
    assert(d.month >= 1 && d.month <= 12);
    assert(d.day >= 1 && d.day <= 31);
    assert(to_day_of_year(&d) == doy);
    printf("%04d-%02d-%02d\n", d.year, d.month, d.day);
  }
  return errors != 0;
}
