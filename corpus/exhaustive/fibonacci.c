// verdict: safe
// twin: fibonacci-bad.c
// source: own
// about: the 46th Fibonacci number is the largest that fits in an int

extern void reach_error(void);

int main(void) {
    int a = 0, b = 1;
    for (int i = 1; i < 46; i++) {
        int c = a + b;
        a = b;
        b = c;
    }
    if (b != 1836311903)
        reach_error();
    return 0;
}
