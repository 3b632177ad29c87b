// verdict: unsafe(reach)
// line: 18
// check: reach
// twin: handed-row.c
// source: own
// about: a function that is called back hands out a row of an array

void reach_error(void);
extern void foo(void);
static int x[2][2] = {{2, 3}}, y[2][2];

int *where(void) {
    return x[0];
}

int main(void) {
    foo();
    if (x[0][1] != 3) reach_error();
    return y[0][0] != 0;
}
