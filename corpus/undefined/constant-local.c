// verdict: safe
// twin: constant-local-bad.c
// source: own
// about: the local that is not constant is written

int main(void) {
    const int fixed = 1;
    int open = 2;
    int *places[2] = {&open, (int *)&fixed};
    *places[0] = 3;
    return fixed + open;
}
