// verdict: safe
// engine: unroll
// twin: average-rotated-bad.c
// source: own
// about: the average of forty numbers is the same after a rotation and a swap

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { COUNT = 40 };

static int average(const int *value)
{
    long long sum = 0;

    for (int i = 0; i < COUNT; i++)
        sum += value[i];
    return (int)(sum / COUNT);
}

int main(void)
{
    int value[COUNT];

    for (int i = 0; i < COUNT; i++)
        value[i] = __VERIFIER_nondet_int();
    int before = average(value);

    int first = value[0];
    for (int i = 0; i < COUNT - 1; i++)
        value[i] = value[i + 1];
    value[COUNT - 1] = first;
    assert(average(value) == before);

    int other = value[0];
    value[0] = value[1];
    value[1] = other;
    assert(average(value) == before);
    return 0;
}
