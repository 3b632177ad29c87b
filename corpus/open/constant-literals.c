// verdict: safe
// twin: constant-literals-bad.c
// source: own
// about: a compound literal that may be changed is an object of its own

extern void reach_error(void);

int main(void) {
    const int *p = (const int[]){1, 2};
    const int *q = (int[]){1, 2};
    if (p == q) {
        reach_error();
    }
    return 0;
}
