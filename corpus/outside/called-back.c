// verdict: safe
// twin: called-back-bad.c
// source: own
// about: a function without a body calls back what sets a static variable, so it holds one of two values

void reach_error(void);
extern void foo(void);
static int g;

void set(void) {
    g = 2;
}

int main(void) {
    foo();
    if (g != 0 && g != 2) reach_error();
    return 0;
}
