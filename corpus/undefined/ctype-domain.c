// verdict: safe
// twin: ctype-domain-bad.c
// source: own
// about: characters are given as what they are without a sign

int isalpha(int c);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    return isalpha((unsigned char)c) != 0;
}
