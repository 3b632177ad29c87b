// verdict: unsafe(reach)
// line: 17
// twin: call-cast-to-untold.c
// source: own
// about: the larger of other numbers

extern void reach_error(void);

static int larger(int a, int b) {
    return a > b ? a : b;
}

typedef int (*any)();

int main(void) {
    if (((int (*)())larger)(3, 4) != 4 || ((any)larger)(7, 8) != 7)
        reach_error();
    return 0;
}
