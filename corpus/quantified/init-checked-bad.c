// verdict: unsafe(reach)
// engine: mse
// line: 21
// twin: init-checked.c
// source: own
// about: the elements are 7

#define N 1000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 7;
    for (int i = 0; i < n; i++)
        if (a[i] != 5)
            reach_error();
    return 0;
}
