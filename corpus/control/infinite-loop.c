// verdict: safe
// twin: infinite-loop-bad.c
// source: own
// about: what stands behind an infinite loop is never reached

extern void reach_error(void);

int main(void) {
    int spin = 1;
    while (spin) {
    }
    reach_error();
    return 0;
}
