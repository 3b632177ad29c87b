// verdict: unsafe(reach)
// line: 21
// twin: maximum.c
// source: own
// about: the first element is skipped

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    int best = a[4];
    for (int i = 1; i < 5; i++) {
        if (a[i] > best)
            best = a[i];
    }
    for (int i = 0; i < 5; i++) {
        if (a[i] > best)
            reach_error();
    }
    return 0;
}
