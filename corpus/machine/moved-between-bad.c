// verdict: unsafe(reach)
// line: 20
// twin: moved-between.c
// source: own
// about: x wraps, and y goes on

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (x >= 0) {
            x--;
            y++;
        }
        if (y > n)
            reach_error();
    }
    return 0;
}
