// verdict: unsafe(divzero)
// line: 9
// twin: function-switch.c
// source: own
// about: the divisor of the last function is zero

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int quotient(int a, int b) { return a / b; }

static int (*const table[3])(int, int) = {add, sub, quotient};

int main(void) {
    int n = 10;
    for (int i = 0; i < 3; i++)
        n = table[i](n, 0);
    return n;
}
