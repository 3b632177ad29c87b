// verdict: unsafe(reach)
// line: 20
// twin: parse-number.c
// source: own
// about: the number is another one

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
    if (n != 4095 || *end != '\0')
        reach_error();
    return 0;
}
