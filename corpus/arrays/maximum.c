// verdict: safe
// needs: solver
// twin: maximum-bad.c
// source: own
// about: the maximum is at least as large as every element

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    int best = a[4];
    for (int i = 0; i < 5; i++) {
        if (a[i] > best)
            best = a[i];
    }
    for (int i = 0; i < 5; i++) {
        if (a[i] > best)
            reach_error();
    }
    return 0;
}
