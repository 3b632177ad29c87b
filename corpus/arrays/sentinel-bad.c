// verdict: unsafe(bounds)
// line: 15
// twin: sentinel.c
// source: own
// about: the sentinel is another value

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[11];
    for (int i = 0; i < 10; i++)
        a[i] = __VERIFIER_nondet_int();
    a[10] = 41;
    int i = 0;
    while (a[i] != 42)
        i++;
    return i;
}
