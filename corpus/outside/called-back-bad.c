// verdict: unsafe(reach)
// line: 17
// twin: called-back.c
// source: own
// about: a function without a body calls back what sets a static variable

void reach_error(void);
extern void foo(void);
static int g;

void set(void) {
    g = 2;
}

int main(void) {
    foo();
    if (g != 0 && g != 3) reach_error();
    return 0;
}
