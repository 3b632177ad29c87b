// verdict: safe
// twin: function-null-bad.c
// source: own
// about: a handler is called only for events that have one

static int calls;
static void count(void) { calls++; }
static void twice(void) { calls += 2; }

int main(void) {
    void (*handlers[4])(void) = {count, twice, 0, count};
    for (int event = 0; event < 4; event++)
        if (event != 2)
            handlers[event]();
    return 0;
}
