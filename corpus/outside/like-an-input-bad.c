// verdict: unsafe(reach)
// line: 14
// check: reach
// twin: like-an-input.c
// source: own
// about: a function whose name only begins like an input writes through its argument

void reach_error(void);
extern void unknown_init(int *p);

int main(void) {
    int x = 1, y = 1;
    unknown_init(&x);
    if (x != 1) reach_error();
    return 0;
}
