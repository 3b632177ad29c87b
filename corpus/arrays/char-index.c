// verdict: safe
// twin: char-index-bad.c
// source: own
// about: a plain char is negative from 128 on and needs an offset

extern char __VERIFIER_nondet_char(void);

int main(void) {
    static int seen[256];
    char c = __VERIFIER_nondet_char();
    seen[c + 128] = 1;
    return seen[0];
}
