// verdict: unsafe(reach)
// line: 25
// twin: switch-fallthrough.c
// source: own
// about: case 1 adds 10 and 100

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = 0;
    switch (x) {
    case 0:
        sum += 1;
    case 1:
        sum += 10;
    case 2:
        sum += 100;
        break;
    default:
        sum = 7;
    }
    if (x == 1 && sum != 10)
        reach_error();
    if (sum != 111 && sum != 110 && sum != 100 && sum != 7)
        reach_error();
    return 0;
}
