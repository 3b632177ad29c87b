// verdict: safe
// twin: together-bad.c
// source: own
// about: two counters that are always equal

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    int y = 0;
    while (__VERIFIER_nondet_int() && x < 1000000 && y < 1000000) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
