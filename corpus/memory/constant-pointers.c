// verdict: safe
// twin: constant-pointers-bad.c
// source: own
// about: a table of constant pointers is read

static const char *const names[2] = {"a", "b"};

int main(void) {
    int change = 0;
    const char **p = (const char **)names;
    if (change) p[1] = "c";
    return p[0][0] - 'a';
}
