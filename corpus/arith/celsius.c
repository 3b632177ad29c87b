// verdict: safe
// twin: celsius-bad.c
// source: own
// about: scaling with multiplication before division

extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
    short fahrenheit = __VERIFIER_nondet_short();
    if (fahrenheit < 32 || fahrenheit > 212)
        return 0;
    int celsius = (fahrenheit - 32) * 5 / 9;
    if (celsius < 0 || celsius > 100)
        reach_error();
    return 0;
}
