// verdict: unsafe(reach)
// line: 18
// twin: together.c
// source: own
// about: one is ahead

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    int y = 1;
    while (__VERIFIER_nondet_int() && x < 1000000 && y < 1000000) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
