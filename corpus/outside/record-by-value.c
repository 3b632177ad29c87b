// verdict: safe
// check: reach
// twin: record-by-value-bad.c
// source: own
// about: a function without a body reaches what a record leads to that it gets by value, and no more

void reach_error(void);
struct box {
    int *p;
};
extern void foo(struct box b);

int main(void) {
    int x = 1, y = 1;
    struct box b = {&y};
    foo(b);
    if (x != 1) reach_error();
    return 0;
}
