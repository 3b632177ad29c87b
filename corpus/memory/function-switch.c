// verdict: safe
// twin: function-switch-bad.c
// source: own
// about: a table of functions is gone through

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int quotient(int a, int b) { return a / b; }

static int (*const table[3])(int, int) = {add, sub, quotient};

int main(void) {
    int n = 10;
    for (int i = 0; i < 3; i++)
        n = table[i](n, 1);
    return n;
}
