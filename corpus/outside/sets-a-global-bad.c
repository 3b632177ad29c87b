// verdict: unsafe(reach)
// line: 13
// twin: sets-a-global.c
// source: own
// about: a function without a body sets a global, whatever its name begins with

void reach_error(void);
extern int nondet_and_set(void);
int g;

int main(void) {
    nondet_and_set();
    if (g != 0) reach_error();
    return 0;
}
