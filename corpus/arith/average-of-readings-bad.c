// verdict: unsafe(reach)
// line: 23
// twin: average-of-readings.c
// source: own
// about: the sum is divided by one less than it has parts

#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = 0, sum = 0;
    while (count < 500) {
        int reading = __VERIFIER_nondet_int();
        if (reading < 0) break;
        if (reading > 4095) reading = 4095;
        sum += reading;
        count++;
    }
    if (count == 0) return 0;
    int average = sum / (count > 1 ? count - 1 : 1);
    assert(average >= 0 && average <= 4095);
    printf("%d\n", average);
    return 0;
}
