// verdict: safe
// needs: solver
// slow: yes
// twin: sentinel-bad.c
// source: own
// about: a search needs no bound since the last element is what it looks for

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[11];
    for (int i = 0; i < 10; i++)
        a[i] = __VERIFIER_nondet_int();
    a[10] = 42;
    int i = 0;
    while (a[i] != 42)
        i++;
    return i;
}
