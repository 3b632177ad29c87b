// verdict: unsafe(reach)
// line: 18
// twin: called-back-often.c
// source: own
// about: a function without a body calls back more than once

void reach_error(void);
extern void foo(void);
static unsigned n;

unsigned next(void) {
    if (n < 5) n++;
    return n;
}

int main(void) {
    foo();
    if (n > 4) reach_error();
    return 0;
}
