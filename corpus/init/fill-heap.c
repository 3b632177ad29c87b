// verdict: safe
// slow: yes
// twin: fill-heap-bad.c
// source: own
// about: a block is filled by a loop before it is read

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), same = 0;
    if (n < 1 || n > 99)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[n - 1 - i] = i;
    for (int i = 0; i < n; i++)
        if (a[i] == i)
            same = 1;
    free(a);
    return same;
}
