// verdict: safe
// twin: parse-input-bad.c
// source: own
// about: characters from outside are skipped up to the terminator that was put behind them

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[2];
    line[0] = __VERIFIER_nondet_char();
    line[1] = '\0';
    const char *p = line;
    while (*p >= '0' && *p <= '9')
        p++;
    return p - line > 1;
}
