// verdict: unsafe(reach)
// line: 16
// twin: bool.c
// source: own
// about: as unsigned char, 256 would be 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    if (b > 1)
        reach_error();
    if (x == 256 && b != 0)
        reach_error();
    b = 512;
    b++;
    if (b != 1)
        reach_error();
    b--;
    if (b != 0)
        reach_error();
    return 0;
}
