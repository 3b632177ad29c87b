// verdict: unsafe(reach)
// line: 16
// twin: celsius.c
// source: own
// about: 212 degrees are 100, not less

extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
    short fahrenheit = __VERIFIER_nondet_short();
    if (fahrenheit < 32 || fahrenheit > 212)
        return 0;
    int celsius = (fahrenheit - 32) * 5 / 9;
    if (celsius < 0 || celsius > 99)
        reach_error();
    return 0;
}
