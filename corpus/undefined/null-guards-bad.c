// verdict: unsafe(reach)
// line: 23
// check: reach
// twin: null-guards.c
// source: own
// about: the same number twice

extern void reach_error(void);

static void *counter = 0;
static void *taken = 0;

static void *fresh(void) {
    counter++;
    return counter;
}

int main(void) {
    void *first = fresh();
    void *second = (char *)fresh() - 1;
    taken = first;
    if (second == taken)
        reach_error();
    return 0;
}
