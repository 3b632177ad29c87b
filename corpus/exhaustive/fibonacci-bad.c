// verdict: unsafe(overflow)
// line: 12
// twin: fibonacci.c
// source: own
// about: the next one does not fit

extern void reach_error(void);

int main(void) {
    int a = 0, b = 1;
    for (int i = 1; i < 47; i++) {
        int c = a + b;
        a = b;
        b = c;
    }
    if (b != 1836311903)
        reach_error();
    return 0;
}
