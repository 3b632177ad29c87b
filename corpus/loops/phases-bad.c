// verdict: unsafe(reach)
// line: 23
// twin: phases.c
// source: own
// about: it turns at 51

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    int up = 1;
    while (__VERIFIER_nondet_int()) {
        if (up)
            x++;
        else
            x--;
        if (x >= 51)
            up = 0;
        if (x <= 0)
            up = 1;
        if (x > 50)
            reach_error();
    }
    return 0;
}
