// verdict: unsafe(reach)
// line: 14
// check: reach
// twin: input-with-pointer.c
// source: own
// about: an input by its name that gets a pointer writes through it

void reach_error(void);
extern int nondet();

int main(void) {
    int x = 1;
    int y = nondet(&x);
    if (y != y || x != 1) reach_error();
    return 0;
}
