// verdict: safe
// twin: global-addresses-bad.c
// source: own
// about: globals are initialised with addresses of each other

extern void reach_error(void);

static int cells[4] = {10, 20, 30, 40};
static int *const chosen[2] = {&cells[2], cells};
static int *const *start = chosen;

int main(void) {
    *start[0] += 1;
    if (cells[2] != 31 || *start[1] != 10)
        reach_error();
    return 0;
}
