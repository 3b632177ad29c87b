// verdict: unsafe(reach)
// line: 15
// twin: scan-date.c
// slow: yes
// source: own
// about: the parts of a date have as many digits as their widths say, and nothing may follow

#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[13], rest;
    int year, month, day;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%4d-%2d-%2d%c", &year, &month, &day, &rest) != 3)
        return 0;
    assert(year <= 9999 && month <= 98 && day >= -9);
    return 0;
}
