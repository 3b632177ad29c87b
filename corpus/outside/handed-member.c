// verdict: safe
// check: reach
// twin: handed-member-bad.c
// source: own
// about: a function that is called back hands out a member of another object

void reach_error(void);
extern void foo(void);
static struct {
    int a;
    int b[2];
} x = {1, {2, 3}}, y = {1, {2, 3}};

int *where(void) {
    return y.b;
}

int main(void) {
    foo();
    if (x.b[1] != 3) reach_error();
    return y.a;
}
