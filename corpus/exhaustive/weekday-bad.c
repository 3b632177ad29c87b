// verdict: unsafe(reach)
// line: 21
// twin: weekday.c
// source: own
// about: it was not a Sunday

extern void reach_error(void);

enum day { SATURDAY, SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY };

static enum day weekday(int year, int month, int day) {
    if (month < 3) {
        month += 12;
        year--;
    }
    return (day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400) % 7;
}

int main(void) {
    if (weekday(2000, 1, 1) != 1 || weekday(1969, 7, 20) != SUNDAY)
        reach_error();
    return 0;
}
