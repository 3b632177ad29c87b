// verdict: unsafe(bounds)
// line: 12
// twin: char-index.c
// source: own
// about: the offset is too small

extern char __VERIFIER_nondet_char(void);

int main(void) {
    static int seen[256];
    char c = __VERIFIER_nondet_char();
    seen[c + 127] = 1;
    return seen[0];
}
