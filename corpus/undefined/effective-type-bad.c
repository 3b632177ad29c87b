// verdict: unsafe(undefined)
// line: 8
// twin: effective-type.c
// source: own
// about: a long is accessed as unsigned int

static int set(unsigned *p) {
    *p = 1;
    return 0;
}

int main(void) {
    long m = 0;
    return set((unsigned *)&m);
}
