// verdict: safe
// twin: fill-bad.c
// source: own
// about: a loop that fills an array

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = __VERIFIER_nondet_int();
    return a[99] == 1;
}
