// verdict: unsafe(reach)
// line: 15
// twin: modulo-three.c
// source: own
// about: 301 is one of them

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 1;
    while (__VERIFIER_nondet_int() && x < 100000) {
        x = x + 3;
        if (x == 301)
            reach_error();
    }
    return 0;
}
