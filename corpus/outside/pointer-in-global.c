// verdict: safe
// check: reach
// twin: pointer-in-global-bad.c
// source: own
// about: a global that points elsewhere leads to no private variable

void reach_error(void);
extern void foo(void);
static int x = 1, y = 1;
int *p;

int main(void) {
    p = &y;
    foo();
    if (x != 1) reach_error();
    return 0;
}
