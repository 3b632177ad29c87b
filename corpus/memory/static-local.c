// verdict: safe
// twin: static-local-bad.c
// source: own
// about: a static local counts the calls over its whole life

static int log_[5];

static void record(int value) {
    static int next;
    log_[next++] = value;
}

int main(void) {
    for (int i = 0; i < 5; i++)
        record(i);
    return 0;
}
