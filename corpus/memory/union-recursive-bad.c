// verdict: unsafe(reach)
// twin: union-recursive.c
// source: own
// about: a recursive function gets and returns a union, and keeps its own

extern void reach_error(void);

union word {
    int number;
    short half;
};

static union word down(union word w, int n) {
    union word own;
    own.number = n;
    if (n > 0) {
        union word below = down(own, n - 1);
        if (below.number != n - 2)
            reach_error();
    }
    if (w.half != n && w.half != n + 1)
        reach_error();
    return own;
}

int main(void) {
    union word w;
    w.number = 3;
    w = down(w, 3);
    return w.number - 3;
}
