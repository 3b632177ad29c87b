// verdict: safe
// twin: switch-default-first-bad.c
// source: own
// about: default may stand anywhere and falls through as well

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
    if (kind < 1 || kind > 6)
        reach_error();
    return 0;
}
