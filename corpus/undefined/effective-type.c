// verdict: safe
// twin: effective-type-bad.c
// source: own
// about: an int is accessed as unsigned int

static int set(unsigned *p) {
    *p = 1;
    return 0;
}

int main(void) {
    int m = 0;
    return set((unsigned *)&m);
}
