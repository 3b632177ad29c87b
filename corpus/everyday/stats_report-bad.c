// verdict: unsafe(divzero)
// slow: yes
// line: 53
// twin: stats_report.c
// source: own
// about: empty input is not caught before the mean is computed

// Summary statistics of the integers on standard input.

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_VALUES 50

typedef struct {
    int    min;
    int    max;
    int    mean;
    long   sum;
    int    above_mean;
} Summary;

static size_t read_values(int *dst, size_t cap)
{
    size_t n = 0;
    int v;

    // the field width keeps the conversion in the range of int
    while (n < cap && scanf("%6d", &v) == 1) {
        dst[n++] = v;
    }
    return n;
}

static void summarize(const int *v, size_t n, Summary *s)
{
    s->min = INT_MAX;
    s->max = INT_MIN;
    s->sum = 0;
    s->above_mean = 0;

    for (size_t i = 0; i < n; i++) {
        if (v[i] < s->min) {
            s->min = v[i];
        }
        if (v[i] > s->max) {
            s->max = v[i];
        }
        s->sum += v[i];
    }
    s->mean = (int)(s->sum / (long)n);
    for (size_t i = 0; i < n; i++) {
        if (v[i] > s->mean) {
            s->above_mean++;
        }
    }
}

static int compare_ints(const void *pa, const void *pb)
{
    int a = *(const int *)pa;
    int b = *(const int *)pb;
    return (a > b) - (a < b);
}

int main(void)
{
    int values[MAX_VALUES];
    Summary s;
    size_t n = read_values(values, MAX_VALUES);

    if (n == 0) {
        puts("no data");
    }

    summarize(values, n, &s);
    assert(s.min <= s.mean && s.mean <= s.max);

    // cross-check with the sorted data
    qsort(values, n, sizeof values[0], compare_ints);
    assert(values[0] == s.min);
    assert(values[n - 1] == s.max);

    size_t rank = 0;
    while (rank < n && values[rank] <= s.mean) {
        rank++;
    }
    assert((size_t)s.above_mean == n - rank);

    printf("n=%zu min=%d max=%d mean=%d above=%d\n",
           n, s.min, s.max, s.mean, s.above_mean);
    return 0;
}
