// verdict: unsafe(reach)
// line: 20
// check: reach
// twin: stored-by-another.c
// source: own
// about: a function that is called back stores the address of a static object where other files find it

void reach_error(void);
extern void foo(void);
static int x = 1;
int *shared;
static int *hidden;

void put(void) {
    shared = &x;
}

int main(void) {
    foo();
    if (x != 1) reach_error();
    return hidden == 0;
}
