// verdict: unsafe(reach)
// line: 24
// twin: primes.c
// source: own
// about: there are 168

extern void reach_error(void);

static int is_prime(int n) {
    if (n < 2)
        return 0;
    for (int d = 2; d * d <= n; d++) {
        if (n % d == 0)
            return 0;
    }
    return 1;
}

int main(void) {
    int count = 0;
    for (int n = 0; n < 1000; n++)
        count += is_prime(n);
    if (count != 169)
        reach_error();
    return 0;
}
