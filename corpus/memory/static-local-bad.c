// verdict: unsafe(bounds)
// line: 11
// twin: static-local.c
// source: own
// about: there are more calls than the array has elements

static int log_[5];

static void record(int value) {
    static int next;
    log_[next++] = value;
}

int main(void) {
    for (int i = 0; i < 6; i++)
        record(i);
    return 0;
}
