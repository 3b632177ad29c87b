// verdict: unsafe(deref)
// line: 15
// twin: parameter-address.c
// source: own
// about: the chain has no record to look at

struct frame {
    int *n;
    struct frame *up;
};

static int visit(int n, struct frame *up) {
    struct frame here = {&n, up};
    if (n == 0)
        return *up->n;
    return visit(n - 1, &here);
}

int main(void) {
    return visit(0, 0);
}
