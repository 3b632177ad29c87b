// verdict: safe
// twin: called-back-often-bad.c
// source: own
// about: a function without a body calls back any number of times

void reach_error(void);
extern void foo(void);
static unsigned n;

unsigned next(void) {
    if (n < 5) n++;
    return n;
}

int main(void) {
    foo();
    if (n > 5) reach_error();
    return 0;
}
