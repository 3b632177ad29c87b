// verdict: unsafe(reach)
// line: 16
// twin: global-addresses.c
// source: own
// about: the address of another element

extern void reach_error(void);

static int cells[4] = {10, 20, 30, 40};
static int *const chosen[2] = {&cells[1], cells};
static int *const *start = chosen;

int main(void) {
    *start[0] += 1;
    if (cells[2] != 31 || *start[1] != 10)
        reach_error();
    return 0;
}
