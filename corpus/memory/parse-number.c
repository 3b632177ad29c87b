// verdict: safe
// twin: parse-number-bad.c
// source: own
// about: a number is read from a text up to the terminator

extern void reach_error(void);

static const char *number(const char *s, int *result) {
    *result = 0;
    while (*s >= '0' && *s <= '9')
        *result = *result * 10 + (*s++ - '0');
    return s;
}

int main(void) {
    int n;
    const char *end = number("4096", &n);
    if (n != 4096 || *end != '\0')
        reach_error();
    return 0;
}
