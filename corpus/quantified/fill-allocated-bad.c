// verdict: unsafe(reach)
// engine: mse
// line: 19
// twin: fill-allocated.c
// source: own
// about: the value is another one

#include <stdlib.h>
#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    int *a = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = 5;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 6;
    free(a);
    return 0;
}
