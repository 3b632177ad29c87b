// verdict: unsafe(reach)
// line: 18
// twin: bounce.c
// source: own
// about: it starts again one later

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x == 10)
            x = 0;
        else
            x = x + 1;
        if (x > 9)
            reach_error();
    }
    return 0;
}
