// verdict: safe
// twin: digits-bad.c
// source: own
// about: reading a number backwards twice

extern void reach_error(void);

static int backwards(int n) {
    int result = 0;
    while (n > 0) {
        result = result * 10 + n % 10;
        n /= 10;
    }
    return result;
}

int main(void) {
    int n = 12345;
    if (backwards(backwards(n)) != n)
        reach_error();
    return 0;
}
