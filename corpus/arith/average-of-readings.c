// verdict: safe
// twin: average-of-readings-bad.c
// source: own
// about: an average lies between the bounds of what is summed: a quotient by a number that is not known

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
    int average = sum / count;
    assert(average >= 0 && average <= 4095);
    printf("%d\n", average);
    return 0;
}
