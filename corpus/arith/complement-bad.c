// verdict: unsafe(reach)
// line: 16
// twin: complement.c
// source: own
// about: the complement of -1 is 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 10)
        return 0;
    int y = ~x;
    if (y >= 0 || y < -11)
        reach_error();
    return 0;
}
