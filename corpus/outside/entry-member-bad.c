// verdict: unsafe(reach)
// line: 18
// entry: f
// twin: entry-member.c
// source: own
// about: earlier callers may have written an array inside of a static record

void reach_error(void);
static struct {
    int b[2];
} x = {{2, 3}}, y = {{2, 3}};

int *where(void) {
    return x.b;
}

int f(void) {
    if (x.b[1] != 3) reach_error();
    return y.b[0];
}
