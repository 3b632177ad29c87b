// verdict: safe
// twin: malloc-symbolic-bad.c
// source: own
// about: an array with as many elements as the input says is filled

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *numbers = malloc(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i + 0] = i;
    free(numbers);
    return 0;
}
