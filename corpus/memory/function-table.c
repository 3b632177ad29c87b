// verdict: safe
// needs: solver
// twin: function-table-bad.c
// source: own
// about: a function is chosen from a table by an index

extern unsigned __VERIFIER_nondet_uint(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int quotient(int a, int b) { return a / b; }

static int (*const table[3])(int, int) = {add, sub, quotient};

int main(void) {
    unsigned which = __VERIFIER_nondet_uint() % 3;
    return table[which](10, 1);
}
