// verdict: unsafe(reach)
// line: 20
// twin: gcd.c
// source: own
// about: the greatest common divisor is 21

extern void reach_error(void);

static unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    if (gcd(1071, 462) != 7 || gcd(17, 5) != 1 || gcd(0, 9) != 9)
        reach_error();
    return 0;
}
