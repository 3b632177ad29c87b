// verdict: safe
// twin: decimal-text-bad.c
// source: own
// about: a number as decimal digits, there and back

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

static int write(unsigned n, char *to) {
    char digits[5];
    int count = 0, length = 0;
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    while (count > 0) {
        to[length++] = digits[--count];
    }
    to[length] = 0;
    return length;
}

static unsigned read(const char *from) {
    unsigned n = 0;
    while (*from >= '0' && *from <= '9') {
        n = n * 10 + (unsigned)(*from++ - '0');
    }
    return n;
}

int main(void) {
    unsigned short n = __VERIFIER_nondet_ushort();
    char text[6];
    int length = write(n, text);
    if (length > 5 || read(text) != n) {
        reach_error();
    }
    return 0;
}
