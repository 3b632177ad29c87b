// verdict: safe
// twin: temporary-changed-bad.c
// source: own
// about: a copy of what a function returns is changed

struct s {
    int a[2];
};

static struct s make(void) {
    struct s x = {{1, 2}};
    return x;
}

int main(void) {
    struct s t = make();
    t.a[0] = 3;
    return t.a[0] - t.a[0];
}
