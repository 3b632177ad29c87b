// verdict: safe
// twin: temporary-bad.c
// source: own
// about: the pointer leads to a record that has a name

struct pair {
    int a[2];
};

static struct pair make(void) {
    struct pair made = {{1, 2}};
    return made;
}

int main(void) {
    struct pair kept = make();
    int *p = 1 ? kept.a : make().a;
    return *p;
}
