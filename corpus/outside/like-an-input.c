// verdict: safe
// check: reach
// twin: like-an-input-bad.c
// source: own
// about: a function whose name only begins like an input leaves a local alone that it cannot reach

void reach_error(void);
extern void unknown_init(int *p);

int main(void) {
    int x = 1, y = 1;
    unknown_init(&x);
    if (y != 1) reach_error();
    return 0;
}
