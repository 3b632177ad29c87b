// verdict: unsafe(deref)
// line: 12
// twin: constant-pointers.c
// source: own
// about: a table of constant pointers is changed

static const char *const names[2] = {"a", "b"};

int main(void) {
    int change = 1;
    const char **p = (const char **)names;
    if (change) p[1] = "c";
    return p[0][0] - 'a';
}
