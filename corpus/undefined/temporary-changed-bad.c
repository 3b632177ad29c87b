// verdict: unsafe(undefined)
// line: 18
// twin: temporary-changed.c
// source: own
// about: a temporary is changed

struct s {
    int a[2];
};

static struct s make(void) {
    struct s x = {{1, 2}};
    return x;
}

int main(void) {
    struct s t = make();
    make().a[0] = 3;
    return t.a[0] - t.a[0];
}
