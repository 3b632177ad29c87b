// verdict: unsafe(deref)
// line: 15
// twin: function-null.c
// source: own
// about: the handler of this event was not set

static int calls;
static void count(void) { calls++; }
static void twice(void) { calls += 2; }

int main(void) {
    void (*handlers[4])(void) = {count, twice, 0, count};
    for (int event = 0; event < 4; event++)
        if (event != 3)
            handlers[event]();
    return 0;
}
