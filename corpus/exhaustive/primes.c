// verdict: safe
// twin: primes-bad.c
// source: own
// about: trial division counts the primes below 1000

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
    if (count != 168)
        reach_error();
    return 0;
}
