// verdict: unsafe(undefined)
// line: 11
// twin: constant-local.c
// source: own
// about: a constant local is written through a cast

int main(void) {
    const int fixed = 1;
    int open = 2;
    int *places[2] = {&open, (int *)&fixed};
    *places[1] = 3;
    return fixed + open;
}
