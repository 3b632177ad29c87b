// verdict: unsafe(bounds)
// line: 25
// twin: switch-enters-loop.c
// source: own
// about: the loop is entered with one copy too many

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int to[8] = {0};
    int n = __VERIFIER_nondet_int();
    int i = 0;
    if (n < 1 || n > 9)
        return 0;
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            to[i++] = 1;
    case 3:
            to[i++] = 1;
    case 2:
            to[i++] = 1;
    case 1:
            to[i++] = 1;
        } while (--rounds > 0);
    }
    return to[0];
}
