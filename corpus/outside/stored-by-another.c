// verdict: safe
// check: reach
// twin: stored-by-another-bad.c
// source: own
// about: a function that is called back may keep the address of a static object where nobody else finds it

void reach_error(void);
extern void foo(void);
static int x = 1;
int *shared;
static int *hidden;

void put(void) {
    hidden = &x;
}

int main(void) {
    foo();
    if (x != 1) reach_error();
    return hidden == 0;
}
