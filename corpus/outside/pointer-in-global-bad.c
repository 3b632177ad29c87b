// verdict: unsafe(reach)
// line: 16
// check: reach
// twin: pointer-in-global.c
// source: own
// about: a function without a body writes through a global pointer

void reach_error(void);
extern void foo(void);
static int x = 1, y = 1;
int *p;

int main(void) {
    p = &x;
    foo();
    if (x != 1) reach_error();
    return 0;
}
