// verdict: safe
// twin: constant-p-bad.c
// source: own
// about: what is a constant expression is one

extern void reach_error(void);

int main(void) {
    int three = 3;
    if (0 && __builtin_constant_p(three)) reach_error();
    return three - 3;
}
