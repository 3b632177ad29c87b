// verdict: safe
// entry: f
// twin: entry-member-bad.c
// source: own
// about: a static record whose address nobody has keeps its value until the function is called

void reach_error(void);
static struct {
    int b[2];
} x = {{2, 3}}, y = {{2, 3}};

int *where(void) {
    return y.b;
}

int f(void) {
    if (x.b[1] != 3) reach_error();
    return y.b[0];
}
