// verdict: unsafe(reach)
// line: 21
// twin: digits.c
// source: own
// about: a last digit 0 is lost

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
    int n = 12340;
    if (backwards(backwards(n)) != n)
        reach_error();
    return 0;
}
