// verdict: unsafe(deref)
// line: 19
// twin: temporary.c
// source: own
// about: the record that a call returns ends with its expression

struct pair {
    int a[2];
};

static struct pair make(void) {
    struct pair made = {{1, 2}};
    return made;
}

int main(void) {
    struct pair kept = make();
    int *p = 0 ? kept.a : make().a;
    return *p;
}
