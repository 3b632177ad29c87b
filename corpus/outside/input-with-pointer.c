// verdict: safe
// check: reach
// twin: input-with-pointer-bad.c
// source: own
// about: an input by its name, with an argument that is a number

void reach_error(void);
extern int nondet();

int main(void) {
    int x = 1;
    int y = nondet(x);
    if (y != y || x != 1) reach_error();
    return 0;
}
