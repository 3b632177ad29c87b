// verdict: unsafe(reach)
// line: 18
// check: reach
// twin: record-by-value.c
// source: own
// about: a function without a body writes through a pointer in a record that it gets by value

void reach_error(void);
struct box {
    int *p;
};
extern void foo(struct box b);

int main(void) {
    int x = 1, y = 1;
    struct box b = {&x};
    foo(b);
    if (x != 1) reach_error();
    return 0;
}
