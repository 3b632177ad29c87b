// verdict: unsafe(reach)
// line: 13
// twin: infinite-loop.c
// source: own
// about: the loop ends

extern void reach_error(void);

int main(void) {
    int spin = 0;
    while (spin) {
    }
    reach_error();
    return 0;
}
