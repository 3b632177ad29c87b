// verdict: safe
// check: reach
// twin: null-guards-bad.c
// source: own
// about: numbers that were counted from null are told apart, as the memory of many verification tasks is

extern void reach_error(void);

static void *counter = 0;
static void *taken = 0;

static void *fresh(void) {
    counter++;
    return counter;
}

int main(void) {
    void *first = fresh();
    void *second = (char *)fresh() - 0;
    taken = first;
    if (second == taken)
        reach_error();
    return 0;
}
