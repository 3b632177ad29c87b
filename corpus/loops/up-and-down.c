// verdict: safe
// twin: up-and-down-bad.c
// source: own
// about: a value that walks between two walls

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 5;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (x < 10)
                x++;
        } else {
            if (x > 0)
                x--;
        }
    }
    if (x < 0 || x > 10)
        reach_error();
    return 0;
}
