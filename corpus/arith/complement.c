// verdict: safe
// twin: complement-bad.c
// source: own
// about: ~x is -x - 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 10)
        return 0;
    int y = ~x;
    if (y >= 0 || y < -11)
        reach_error();
    return 0;
}
