// verdict: safe
// twin: local-after-return-bad.c
// source: own
// about: the address of a local is kept, and not followed after the return

static int *last;

static void visit(int n) {
    int here = n;
    last = &here;
    if (n > 0)
        visit(n - 1);
    last = &here;
    *last = 0;
}

int main(void) {
    visit(2);
    if (0)
        *last = 1;
    return 0;
}
