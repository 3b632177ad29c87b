// verdict: unsafe(reach)
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
