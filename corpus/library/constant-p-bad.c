// verdict: unsafe(reach)
// line: 11
// twin: constant-p.c
// source: own
// about: a compiler may or may not find out that a variable is constant

extern void reach_error(void);

int main(void) {
    int three = 3;
    if (1 && __builtin_constant_p(three)) reach_error();
    return three - 3;
}
