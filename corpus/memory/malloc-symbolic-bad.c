// verdict: unsafe(bounds)
// line: 16
// twin: malloc-symbolic.c
// source: own
// about: the array lacks the element for the last round

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *numbers = malloc(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i + 1] = i;
    free(numbers);
    return 0;
}
