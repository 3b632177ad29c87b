// verdict: safe
// twin: sets-a-global-bad.c
// source: own
// about: a function without a body cannot name a static variable

void reach_error(void);
extern int nondet_and_set(void);
static int g;

int main(void) {
    nondet_and_set();
    if (g != 0) reach_error();
    return 0;
}
