// verdict: unsafe(reach)
// line: 24
// twin: early-return.c
// source: own
// about: the middle grade ends at 69

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int grade(int points) {
    if (points < 0)
        return 0;
    if (points < 50)
        return 1;
    for (int g = 2; g < 5; g++) {
        if (points < 30 + g * 20)
            return g;
    }
    return 5;
}

int main(void) {
    if (grade(-3) != 0 || grade(49) != 1 || grade(70) != 2 || grade(1000) != 5)
        reach_error();
    int g = grade(__VERIFIER_nondet_int());
    if (g < 0 || g > 5)
        reach_error();
    return 0;
}
