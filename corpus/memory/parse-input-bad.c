// verdict: unsafe(bounds)
// line: 14
// twin: parse-input.c
// source: own
// about: there is no terminator at the end of the array

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[2];
    line[0] = __VERIFIER_nondet_char();
    line[1] = '0';
    const char *p = line;
    while (*p >= '0' && *p <= '9')
        p++;
    return p - line > 1;
}
