// verdict: unsafe(deref)
// line: 21
// twin: local-after-return.c
// source: own
// about: a local of a recursive function is written when its activation is gone

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
    if (1)
        *last = 1;
    return 0;
}
