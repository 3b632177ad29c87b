// verdict: safe
// twin: histogram-bad.c
// source: own
// about: the counts of a histogram add up to the number of values that were counted

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define BINS 5

int main(void)
{
    int count[BINS] = { 0 };
    int inside = 0;

    for (int n = 0; n < 1000; n++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value >= 10 * BINS)
            continue;
        count[value / 10]++;
        inside++;
    }

    int sum = 0;
    for (int i = 0; i < BINS; i++)
        sum += count[i];
    assert(sum == inside);
    return 0;
}
