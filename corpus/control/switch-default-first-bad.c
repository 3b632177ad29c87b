// verdict: unsafe(reach)
// line: 24
// twin: switch-default-first.c
// source: own
// about: the default falls into case -1

extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    int kind = 0;
    switch (c) {
    default:
        kind += 4;
    case -1:
        kind += 2;
        break;
    case 'a':
    case 'b':
        kind = 1;
    }
    if (kind < 1 || kind > 5)
        reach_error();
    return 0;
}
