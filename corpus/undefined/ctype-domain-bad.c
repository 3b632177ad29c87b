// verdict: unsafe(undefined)
// line: 12
// twin: ctype-domain.c
// source: own
// about: a character with a sign may be negative

int isalpha(int c);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    return isalpha((signed char)c) != 0;
}
