// verdict: safe
// twin: parameter-address-bad.c
// source: own
// about: the address of a parameter is passed down in a chain of records

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
    return visit(2, 0);
}
