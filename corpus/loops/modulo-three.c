// verdict: safe
// twin: modulo-three-bad.c
// source: own
// about: 1, 4, 7, ... never hits a multiple of 3

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 1;
    while (__VERIFIER_nondet_int() && x < 100000) {
        x = x + 3;
        if (x == 300)
            reach_error();
    }
    return 0;
}
