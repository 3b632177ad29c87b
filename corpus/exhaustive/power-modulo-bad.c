// verdict: unsafe(reach)
// line: 18
// twin: power-modulo.c
// source: own
// about: 1000005 is no prime

extern void reach_error(void);

int main(void) {
    const unsigned long long p = 1000005;
    unsigned long long base = 2, result = 1;
    for (unsigned long long e = p - 1; e > 0; e /= 2) {
        if (e & 1)
            result = result * base % p;
        base = base * base % p;
    }
    if (result != 1)
        reach_error();
    return 0;
}
