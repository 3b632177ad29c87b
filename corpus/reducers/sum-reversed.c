// verdict: safe
// engine: unroll
// twin: sum-reversed-bad.c
// source: own
// about: the sum of twelve measurements is the same from both ends

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { COUNT = 12, MOST = 1000 };

int main(void)
{
    int value[COUNT];
    int forward = 0, backward = 0;

    for (int i = 0; i < COUNT; i++) {
        value[i] = __VERIFIER_nondet_int();
        if (value[i] < -MOST || value[i] > MOST)
            value[i] = 0;
        forward += value[i];
    }
    for (int i = COUNT - 1; i >= 0; i--)
        backward += value[i];
    assert(forward == backward);
    assert(forward / COUNT <= MOST);
    return 0;
}
